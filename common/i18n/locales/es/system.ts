/** Limitations of the system. */
export const system = {
  shortcut: {
    taken: 'Otro programa usa este atajo. Elige uno distinto.',
    invalid: 'Usa Ctrl, Alt o Mayús junto con una letra, una cifra o una tecla de función.',
    unsupported: 'Define en el sistema un atajo que inicie Askbell otra vez; con --panel abre el panel.',
  },
  sound: 'Askbell no encontró ningún programa de sonido, así que oyes el del sistema.',
  startAtLogin: 'No se pudo cambiar «Abrir al iniciar sesión en el equipo».',
  startAtLoginUnsupported: {
    system: 'Sin la aplicación de escritorio, solo funciona en Linux. Añade Askbell a los programas de inicio.',
    confined: 'El paquete no lo permite. Añade Askbell a los programas de inicio del sistema.',
    forbidden: 'Askbell no puede cambiarlo. Un servicio arranca con «systemctl --user enable askbell».',
  },
  proxyEnvironment: 'Sin su aplicación de escritorio, Askbell usa el proxy de http_proxy y https_proxy.',
  proxyInvalid: 'Eso no es una dirección de proxy.',
  proxyInvalidAdvice: 'Introdúcela como http://equipo:puerto, por ejemplo http://proxy.example:8080.',
  proxyNamed: 'La dirección del proxy contiene un nombre de usuario o una contraseña.',
  proxyNamedAdvice: 'Quítalos: los ajustes se guardan como texto sin cifrar.',
  proxyFailed: 'No se pudo establecer el proxy.',
};

/** Errors about unreadable exports. */
export const data = {
  notAskbell: 'Askbell no exportó este archivo.',
  notAskbellAdvice: 'Elige uno que haya exportado Askbell; su nombre empieza por «askbell-».',
  newer: 'Este archivo se exportó con una versión más reciente de Askbell.',
  newerAdvice: 'Actualiza Askbell y vuelve a importar el archivo.',
  broken: 'Este archivo exportado está dañado o se ha modificado.',
  brokenAdvice: 'No se importó nada. El error está en «{{where}}»: exporta los datos de nuevo.',
  tooLarge: 'Este archivo es demasiado grande.',
  tooLargeAdvice: 'Askbell importa hasta {{megabytes, number}} MB. Vuelve a exportar los datos donde se crearon.',
  tooLong: 'Este archivo tiene una entrada demasiado larga.',
  tooLongAdvice: 'No se importó nada. La entrada está en «{{where}}»: exporta los datos de nuevo.',
  tooMany: 'Este archivo tiene demasiadas entradas.',
  tooManyAdvice: 'Askbell importa hasta {{watches, number}} seguimientos y {{rows, number}} entradas más.',
  noFolder: 'No se pudo abrir la carpeta de registros.',
};
