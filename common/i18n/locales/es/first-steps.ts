/** Onboarding after the first sign-in: three cards. */
export const firstSteps = {
  title: 'Primeros pasos',
  place: 'Paso {{number}} de {{count}}',
  next: 'Siguiente',
  skip: 'Omitir',
  skipAll: 'Omitir todo',
  finish: 'Listo',
  tags: {
    title: 'Sigue las etiquetas sobre las que escribes',
    about:
      'Askbell te avisa de las preguntas nuevas en las etiquetas marcadas. Puedes cambiarlo en Seguimientos cuando quieras.',
    loading: 'Buscando tus etiquetas',
    none: 'No se han encontrado etiquetas sobre las que escribas. Puedes añadir cualquiera en Seguimientos.',
    together: 'Preguntas nuevas en total: {{rate}}.',
    watch_one: 'Seguir {{count, number}} etiqueta',
    watch_many: 'Seguir {{count, number}} de etiquetas',
    watch_other: 'Seguir {{count, number}} etiquetas',
  },
  sites: {
    title: '¿Qué sitios te importan?',
    about: 'Las novedades de un sitio que desactives aparecen en la lista, pero no se te notifican.',
    none: 'La red aún no ha indicado tus sitios. Los encontrarás en Ajustes → Notificaciones.',
  },
  notification: {
    title: 'Mira cómo es una notificación',
    about: 'Así te avisa Askbell de una respuesta, un comentario o una pregunta, también con la ventana cerrada.',
    send: 'Enviar una notificación de prueba',
    sent: 'Notificación enviada. ¿La has visto?',
    yes: 'Sí, listo',
    no: 'No, no he visto nada',
    again: 'Enviar otra',
    notSeen: 'Entonces algo la retiene:',
    allow: 'Comprueba en la configuración del sistema que Askbell puede mostrar notificaciones.',
    doNotDisturb: 'Desactiva «no molestar», allí o junto al reloj.',
    terminal:
      'Este equipo no puede mostrar notificaciones, así que aparecen en el terminal y, mientras está abierta, en esta página.',
    check: '«Comprobar todo» en Ajustes → Datos y diagnóstico muestra qué más puede fallar.',
  },
};
