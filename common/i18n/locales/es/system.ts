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

/** Where sign-ins are stored, or why they are not. */
export const keyring = {
  where: {
    keychain: 'el Llavero de macOS',
    'credential-manager': 'el Administrador de credenciales de Windows',
    'data-protection': 'la protección de datos de Windows',
    keyring: 'el llavero del sistema',
  },
  none: 'Este escritorio no tiene ningún llavero (GNOME Keyring o KWallet). Tu sesión sigue abierta hasta que salgas de Askbell.',
  locked:
    'El llavero del sistema está bloqueado o no responde. Si no lo desbloqueas, tu sesión solo sigue abierta hasta que salgas de Askbell.',
  unusable:
    'Askbell no puede usar {{where}} en este equipo, así que tu sesión solo sigue abierta hasta que salgas de Askbell. {{advice}}',
  start: 'Inicia o desbloquea un llavero (GNOME Keyring, KWallet o KeePassXC) y reinicia Askbell.',
  unlock: 'Desbloquéalo y reinicia Askbell.',
};
