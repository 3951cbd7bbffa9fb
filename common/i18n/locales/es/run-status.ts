export const runStatus = {
  upgrading:
    'Askbell está preparando el historial ({{count, number}} elementos). Solo esta vez, tarda un minuto más o menos.',
  running: 'Askbell {{version}} está en marcha.',
  starting: 'Askbell se está iniciando.',
  address: 'Ventana: {{address}} (para abrirla: askbell open)',
  folder: 'Carpeta de datos: {{folder}}',
  nobody: 'No has iniciado sesión.',
  signingIn: 'Hay un inicio de sesión en curso.',
  person: '{{network}}: {{person}}',
  lastCheck: 'Última consulta: {{age}}',
  noCheck: 'Última consulta: ninguna todavía',
  nextCheck: 'Siguiente: {{what}}, {{at}}',
  quota: 'Cuota: quedan hoy {{remaining, number}} de {{max, number}} solicitudes',
  paused: 'En pausa: no se consulta nada hasta que la reanudes.',
  pausedUntil: 'Las consultas esperan hasta {{at}}.',
  snoozed: 'Las notificaciones esperan hasta {{at}}.',
  waiting: 'Notificaciones: {{waiting}}',
  problem: 'Problema: {{title}}',
  warning: 'Aviso: {{title}}',
  fine: 'Todo está bien.',
  notRunning: 'Askbell no está en marcha ({{folder}}). Para iniciarlo: «askbell», o «npm start» en un clon.',
  silent:
    'Askbell está en marcha con {{folder}}, pero no responde. Puede que se esté iniciando o que su versión sea más antigua que esta.',
};

/** Texts of the other commands. */
export const terminal = {
  nothing: 'No hay nada.',
  awake: 'Las notificaciones se muestran de nuevo.',
  hidden: 'Ocultos hasta {{at}}: {{items, number}}.',
  watching: 'En seguimiento: {{name}}',
  forwards: 'Reenvía a: {{name}}',
  removed: 'Eliminado: {{name}}',
  preview: 'Preguntas esta semana: {{questions, number}}; solicitudes al día: {{requests, number}}',
  resumed: 'Askbell vuelve a comprobar.',
  heads: {
    items: 'N.º||Hace|Tipo|Sitio|Título',
    watches: 'N.º|Sitio|Esta semana|Solicitudes al día|Seguimiento',
    matches: 'Hace|Título',
    targets: 'N.º|Tipo|Destino',
    reputation: 'Reputación|Hoy|Sitio',
  },
};
