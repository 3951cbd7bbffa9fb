/** Limitations of the system. */
export const system = {
  shortcut: {
    taken: 'Otro programa usa este atajo. Elige uno distinto.',
    invalid:
      'Estas teclas no pueden ser un atajo. Usa Ctrl, Alt o Mayús junto con una letra, una cifra o una tecla de función.',
    unsupported:
      'Sin su aplicación de escritorio, Askbell no puede detectar un atajo. Define en la configuración del sistema uno que inicie Askbell otra vez; con --panel abre el panel.',
  },
  sound:
    'Askbell no encontró ningún programa que reproduzca sonidos, así que usa el sonido del sistema con el volumen del sistema.',
  proxy: {
    environment:
      'Sin su aplicación de escritorio, Askbell solo puede usar el proxy de las variables http_proxy y https_proxy. Las páginas de inicio de sesión se abren en tu navegador y usan el proxy del navegador.',
    invalid: 'Eso no es una dirección de proxy.',
    invalidAdvice: 'Introdúcela como http://equipo:puerto, por ejemplo http://proxy.example:8080.',
    named: 'La dirección del proxy contiene un nombre de usuario o una contraseña.',
    namedAdvice: 'Quítalos: los ajustes se guardan como texto sin cifrar.',
    failed: 'No se pudo establecer el proxy.',
  },
  startAtLogin: 'No se pudo cambiar «Abrir al iniciar sesión en el equipo».',
  startAtLoginUnsupported: {
    system:
      'Sin su aplicación de escritorio, Askbell solo puede abrirse al iniciar sesión en Linux. Añade tú su comando a los programas de inicio.',
    confined:
      'El paquete en el que viene Askbell no lo permite. Añade Askbell a los programas de inicio en los ajustes de tu sistema.',
    forbidden:
      'Askbell no tiene permiso para cambiar tus programas de inicio. Si se ejecuta como servicio, «systemctl --user enable askbell» hace que este arranque al iniciar sesión.',
  },
};

/** Errors about unreadable exports. */
export const data = {
  notJson: 'Este archivo no se puede leer.',
  notJsonAdvice: 'No es un archivo JSON. Elige uno que haya exportado Askbell; su nombre empieza por «askbell-».',
  notAskbell: 'Askbell no exportó este archivo.',
  notAskbellAdvice: 'Elige uno que haya exportado Askbell; su nombre empieza por «askbell-».',
  newer: 'Este archivo se exportó con una versión más reciente de Askbell.',
  newerAdvice: 'Actualiza Askbell y vuelve a importar el archivo.',
  broken: 'Este archivo exportado está dañado o se ha modificado.',
  brokenAdvice: 'No se importó nada. El error está en «{{where}}»; vuelve a exportar los datos en su lugar de origen.',
  tooLarge: 'Este archivo es demasiado grande.',
  tooLargeAdvice: 'Askbell importa hasta {{megabytes, number}} MB. Vuelve a exportar los datos donde se crearon.',
  tooLong: 'Este archivo tiene una entrada demasiado larga.',
  tooLongAdvice:
    'No se importó nada. La entrada está en «{{where}}»; vuelve a exportar los datos en su lugar de origen.',
  tooMany: 'Este archivo tiene demasiadas entradas.',
  tooManyAdvice:
    'Askbell importa hasta {{watches, number}} seguimientos y {{rows, number}} entradas más. No se ha importado nada.',
  noFolder: 'No se pudo abrir la carpeta de registros.',
};
