/** Errors about unreadable exports. */
export const data = {
  notJson: {
    title: 'Este archivo no se puede leer.',
    advice: 'No es un archivo JSON. Elige uno que haya exportado Askbell; su nombre empieza por «askbell-».',
  },
  notAskbell: {
    title: 'Askbell no exportó este archivo.',
    advice: 'Elige uno que haya exportado Askbell; su nombre empieza por «askbell-».',
  },
  newer: {
    title: 'Este archivo se exportó con una versión más reciente de Askbell.',
    advice: 'Actualiza Askbell y vuelve a importar el archivo.',
  },
  broken: {
    title: 'Este archivo exportado está dañado o se ha modificado.',
    advice: 'No se importó nada. El error está en «{{where}}»; vuelve a exportar los datos en su lugar de origen.',
  },
  tooLarge: {
    title: 'Este archivo es demasiado grande.',
    advice: 'Askbell importa hasta {{megabytes, number}} MB. Vuelve a exportar los datos donde se crearon.',
  },
  tooLong: {
    title: 'Este archivo tiene una entrada demasiado larga.',
    advice: 'No se importó nada. La entrada está en «{{where}}»; vuelve a exportar los datos en su lugar de origen.',
  },
  tooMany: {
    title: 'Este archivo tiene demasiadas entradas.',
    advice:
      'Askbell importa hasta {{watches, number}} seguimientos y {{rows, number}} entradas más. No se ha importado nada.',
  },
  noFolder: 'No se pudo abrir la carpeta de registros.',
};
