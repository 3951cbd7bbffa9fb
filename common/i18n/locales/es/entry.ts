/** Headless entry: texts of its server and of `askbell open`. */
export const entry = {
  refused: {
    title: 'Askbell no conoce este navegador',
    act: 'Ejecuta esto en un terminal. Abre Askbell aquí:',
    others: 'O haz clic en el icono de Askbell en la bandeja, o inicia Askbell otra vez.',
    stays: 'Un navegador que ha entrado sigue dentro hasta que Askbell termine.',
  },
  notFound: { title: 'Aquí no hay nada', act: 'Ir a la página inicial de Askbell' },
  unanswered: {
    title: 'Askbell no puede mostrar su ventana',
    act: 'Probablemente se actualizó mientras estaba en marcha. Cierra Askbell e inícialo de nuevo.',
  },
  command: {
    opened: 'Askbell se abre en tu navegador.',
  },
};
