/** Words used by more than one view. */
export const common = {
  views: {
    label: 'Vistas',
    inbox: 'Bandeja',
    watches: 'Seguimientos',
    reputation: 'Reputación',
    settings: 'Ajustes',
  },
  sites: 'Sitios',
  skip: 'Saltar a la vista',
  unread: 'sin leer',
  undo: 'Deshacer',
  undone: 'Deshecho.',
  nothingToUndo: 'No queda nada por deshacer.',
  until: {
    title: 'Posponer hasta',
    about: 'Las notificaciones esperan hasta entonces y recibes un resumen.',
    field: 'Fecha y hora',
    act: 'Posponer',
    problem: 'Elige una fecha y hora futuras.',
  },
  close: 'Cerrar',
  dismiss: 'Descartar',
  firstOf: '1 de {{count, number}}',
  tryAgain: 'Reintentar',
  starting: 'Iniciando Askbell…',
  suggestions: '{{label}}: sugerencias',
  selected: '{{label}}: selección',
  remove: 'Quitar {{value}}',
};

/** Durations; ages and dates are formatted by `Intl`. */
export const time = {
  justNow: 'ahora mismo',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} día',
  days_many: '{{count}} de días',
  days_other: '{{count}} días',
};

/** Abbreviated times. */
export const shortTime = {
  now: 'ahora',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  seconds: '{{count}} s',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}d',
};

/** Failures, with advice. */
export const failures = {
  notAccepted: {
    message: 'Askbell no puede aceptar estos datos.',
    advice: 'Revisa los campos y vuelve a intentarlo.',
  },
  fault: {
    message: 'Algo salió mal en Askbell.',
    advice: 'Vuelve a intentarlo. Si sigue ocurriendo, reinicia Askbell.',
  },
  lost: {
    message: 'Se perdió la conexión con Askbell.',
    advice: 'Askbell se está reconectando; vuelve a intentarlo en un momento.',
  },
  silent: { message: 'Askbell no respondió.', advice: 'Vuelve a intentarlo en un momento.' },
  view: {
    message: 'Esta vista no se pudo mostrar.',
    advice: 'Puede que las demás vistas sigan funcionando. Reintentar vuelve a cargar la ventana.',
  },
  again: 'Vuelve a intentarlo en un momento.',
};
