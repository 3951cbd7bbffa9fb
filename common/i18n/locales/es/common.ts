/** Words used by more than one view. */
export const common = {
  views: { label: 'Vistas', inbox: 'Bandeja', watches: 'Seguimientos', reputation: 'Reputación', settings: 'Ajustes' },
  sites: 'Sitios',
  skip: 'Saltar a la vista',
  unread: 'sin leer',
  undo: 'Deshacer',
  undone: 'Deshecho.',
  nothingToUndo: 'No queda nada por deshacer.',
  close: 'Cerrar',
  dismiss: 'Descartar',
  firstOf: '1 de {{count, number}}',
  tryAgain: 'Reintentar',
  starting: 'Iniciando…',
  suggestions: '{{label}}: sugerencias',
  selected: '{{label}}: selección',
  remove: 'Quitar {{value}}',
  copied: 'Copiado.',
  notCopied: 'No se pudo copiar.',
  notCopiedAdvice: 'Cópialo a mano o desde el navegador.',
  untilTitle: 'Posponer hasta',
  untilAbout: 'Las notificaciones esperan hasta entonces y recibes un resumen.',
  untilField: 'Fecha y hora',
  untilProblem: 'Elige una fecha y hora futuras.',
};

/** Durations; ages and dates are formatted by `Intl`. */
export const time = {
  justNow: 'ahora mismo',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days: '{{count, plural(one: # día; other: # días)}}',
};

/** Abbreviated times. */
export const shortTime = {
  now: 'ahora',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}d',
};

/** Failures, with advice. */
export const failures = {
  notAccepted: 'Askbell no puede aceptar estos datos.',
  notAcceptedAdvice: 'Revisa los campos y vuelve a intentarlo.',
  fault: 'Algo salió mal en Askbell.',
  faultAdvice: 'Vuelve a intentarlo. Si sigue ocurriendo, reinicia Askbell.',
  lost: 'Se perdió la conexión con Askbell.',
  lostAdvice: 'Askbell se está reconectando; vuelve a intentarlo en un momento.',
  silent: 'Askbell no respondió.',
  silentAdvice: 'Vuelve a intentarlo en un momento.',
  view: 'Esta vista no se pudo mostrar.',
  viewAdvice: 'Puede que las demás vistas sigan funcionando. Reintentar vuelve a cargar la ventana.',
};

/** Display names of the network's identifiers, which are the keys of `kinds` and `votes`. */
export const names = {
  other: 'Otros',
  kinds: {
    comment: 'Comentario',
    askbell_match: 'Coincidencia',
    new_answer: 'Respuesta nueva',
    chat_message: 'Mensaje de chat',
    careers_message: 'Mensaje de Careers',
    careers_invitations: 'Invitación de Careers',
    meta_question: 'Pregunta de Meta',
    post_notice: 'Aviso en una publicación',
    moderator_message: 'Mensaje de moderación',
    question_update: 'Pregunta actualizada',
    followed_post_activity: 'Publicación seguida',
    subcommunity_endorsement: 'Recomendación',
    subcommunity_leaderboard: 'Clasificación',
    staging_ground: 'Staging Ground',
  },
  votes: {
    accepts: 'Respuesta aceptada',
    up_votes: 'Voto positivo',
    down_votes: 'Voto negativo',
    bounties_offered: 'Recompensa ofrecida',
    bounties_won: 'Recompensa ganada',
    suggested_edits: 'Edición sugerida aprobada',
    spam: 'Marcada como spam',
    post_unupvoted: 'Voto positivo retirado',
    post_undownvoted: 'Voto negativo retirado',
    answer_unaccepted: 'Aceptación retirada',
    asker_unaccept_answer: 'Aceptación retirada',
    voter_downvotes: 'Tu voto negativo',
    voter_undownvotes: 'Tu voto negativo retirado',
    post_flagged_as_offensive: 'Marcada como ofensiva',
    bounty_cancelled: 'Recompensa cancelada',
    post_deleted: 'Publicación eliminada',
    post_undeleted: 'Publicación restaurada',
    post_migrated: 'Publicación trasladada a otro sitio',
    user_deleted: 'Usuario eliminado',
    association_bonus: 'Bonificación por asociación',
    arbitrary_reputation_change: 'Ajuste',
    vote_fraud_reversal: 'Votos anulados',
  },
};

/** Why a request that the user triggered failed, with advice. */
export const clickRequest = {
  trouble: {
    offline: 'No se puede conectar con la red. Comprueba la conexión.',
    throttled: 'La red ha pedido una pausa.',
    'quota-exhausted': 'La cuota diaria se ha agotado. Askbell continúa cuando se renueve.',
    'signed-out': 'Se cerró tu sesión o no permitiste esto. Vuelve a iniciar sesión.',
    'bad-key': 'La red no acepta la clave. Introdúcela de nuevo o genera otra.',
    'not-offered': 'La red lo rechazó o no lo ofrece.',
    failed: 'La red tiene un problema. Prueba de nuevo más tarde.',
    blocked: 'La protección contra bots de la red bloquea este equipo un tiempo. Prueba más tarde.',
    portal: 'Respondió una página de acceso de esta wifi o red de empresa. Inicia sesión allí primero.',
  },
  said: 'La red dice: «{{said}}».',
  retryIn: 'Puedes volver a intentarlo en {{wait}}.',
  loading: 'Consultando a la red…',
};
