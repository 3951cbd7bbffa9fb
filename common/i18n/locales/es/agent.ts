/** Notifications. */
export const notices = {
  markRead: 'Marcar como leído',
  muteQuestion: 'Silenciar la pregunta',
  snoozeAll: 'Posponer 1 hora',
  kindOn: '{{kind}} en {{site}}',
  inbox: '{{count, plural(one: # elemento nuevo; other: # elementos nuevos)}} en la bandeja de entrada',
  reputationOn: '{{change}} de reputación en {{site}}',
  reputationOnSites: '{{change}} de reputación en {{count, plural(one: # sitio; other: # sitios)}}',
  today: '{{change}} hoy: {{parts}}',
  moved: {
    upvote: '{{count, plural(one: # voto positivo; other: # votos positivos)}}',
    downvote: '{{count, plural(one: # voto negativo; other: # votos negativos)}}',
    accept: '{{count, plural(one: # respuesta aceptada; other: # respuestas aceptadas)}}',
    bounty: '{{count, plural(one: # recompensa; other: # recompensas)}}',
    edit: '{{count, plural(one: # edición; other: # ediciones)}}',
    otherChange: '{{count, plural(one: # otro cambio; other: # otros cambios)}}',
  },
  questionOn: 'Pregunta nueva en {{site}}  {{tags}}',
  questions: '{{count, plural(one: # pregunta nueva; other: # preguntas nuevas)}} de tus seguimientos',
  more: 'y {{count, number}} más',
  summaryTitle: 'Mientras Askbell estaba en silencio',
  summaryOfMany: 'Desde la última notificación',
  summaryQuestions: '{{count, plural(one: # pregunta; other: # preguntas)}} de tus seguimientos',
  summaryReputation: '{{count, plural(one: # sitio con un cambio; other: # sitios con cambios)}} de reputación',
  badge: 'Nueva medalla: {{name}} ({{rank}}) en {{site}}',
  badges: '{{count, plural(one: # nueva medalla; other: # nuevas medallas)}} en {{site}}',
  badgesOnSites: '{{count, plural(one: # medalla nueva; other: # medallas nuevas)}}',
  digest: 'Askbell: {{count, plural(one: # notificación; other: # notificaciones)}}',
  forwardTest: { title: 'Askbell: una prueba', body: 'El reenvío funciona.' },
  privileges: '{{count, plural(one: # privilegio nuevo; other: # privilegios nuevos)}}',
  summaryBadges: '{{count, plural(one: # sitio; other: # sitios)}} con nuevas medallas',
  test: { question: '¿Cómo sé que llegan las notificaciones?', answer: 'Si ves esta, llegan.' },
};

/** Menu and tooltip of the tray. */
export const tray = {
  problem: '{{title}}  ·  {{until}}',
  nextAttempt: 'Próximo intento en {{time}}',
  item: '{{title}}  ·  {{site}}, {{age}}',
  noChange: 'Hoy tu reputación no ha cambiado',
  change: '{{change}} de reputación hoy',
  snooze: 'Posponer las notificaciones',
  endSnooze: 'Dejar de posponer (quedan {{time}})',
  waiting: '{{waiting}}  ·  Mostrar ahora',
  resume: 'Reanudar las consultas',
  pause: 'Pausar las consultas',
  undoMarkRead: 'Volver a marcar {{count, number}} como no {{count, plural(one: leído; other: leídos)}}',
  markAllRead: 'Marcar {{count, number}} como {{count, plural(one: leído; other: leídos)}}',
  openPanel: 'Abrir el panel',
  quit: 'Salir',
  tooltip: {
    whole: 'Askbell: {{parts}}',
    starting: 'iniciando',
    notSignedIn: 'sin sesión iniciada',
    paused: 'en pausa',
    snoozed: 'notificaciones pospuestas',
    quiet: 'en silencio por ahora',
    nothingUnread: 'nada sin leer',
    resumesIn: 'se reanuda en {{time}}',
    nextCheck: 'próxima consulta: {{time}} ({{what}})',
  },
};

/** Problems and warnings, with advice. */
export const conditions = {
  fault: {
    title: 'Askbell no pudo guardar lo que recibió',
    advice:
      'Puede que el disco esté lleno o que falte la carpeta de datos. El registro contiene los detalles. Askbell sigue intentándolo.',
  },
  offline: {
    title: 'No se puede acceder a {{network}}',
    advice:
      'Comprueba tu conexión a Internet y, si introdujiste una, la dirección de la red. Askbell sigue intentándolo.',
  },
  timeout: {
    title: '{{network}} tarda demasiado en responder',
    advice: 'La conexión es lenta o está interrumpida. Askbell sigue intentándolo.',
  },
  throttled: {
    title: '{{network}} ha pedido a Askbell que vaya más despacio',
    advice: 'No tienes que hacer nada: Askbell espera el tiempo necesario y después continúa.',
  },
  backoff: {
    title: '{{network}} ha pedido una pausa',
    advice: 'No tienes que hacer nada: Askbell espera el tiempo necesario y después continúa.',
  },
  exhausted: {
    title: 'La cuota diaria de {{network}} se ha agotado',
    advice:
      'Askbell continúa cuando la red renueva la cuota. Otras aplicaciones con la misma cuenta o la misma dirección usan la misma cuota.',
  },
  clicksOnly: {
    title: 'La cuota diaria de {{network}} se ha agotado',
    advice:
      'Las últimas solicitudes se reservan para tus propios clics. Todo lo demás se reanuda cuando la red renueva la cuota.',
  },
  reserve: {
    title: 'La cuota diaria de {{network}} se ha agotado',
    advice:
      'Se reservan algunas solicitudes para la bandeja de entrada, que se sigue consultando de vez en cuando, y para tus propios clics. Todo lo demás se reanuda cuando la red renueva la cuota.',
  },
  signedOut: {
    title: 'Se cerró tu sesión en {{network}}',
    advice: 'El acceso de Askbell ha caducado o se ha revocado. Vuelve a iniciar sesión; no se pierde nada.',
  },
  notKept: {
    title: 'Se cerró tu sesión en {{network}}',
    advice: 'La sesión no se pudo guardar en este equipo. Vuelve a iniciar sesión; no se pierde nada.',
  },
  notRead: {
    title: 'Se cerró tu sesión en {{network}}',
    advice:
      'El llavero del sistema está bloqueado o no responde. Desbloquéalo o vuelve a iniciar sesión; no se pierde nada.',
  },
  scope: {
    title: 'Askbell no puede leer tu bandeja de entrada',
    advice: 'No le diste acceso a ella al iniciar sesión. Vuelve a iniciar sesión y apruébalo.',
  },
  badKey: {
    title: '{{network}} no reconoce esta clave',
    advice:
      'Comprueba el ID de cliente y la clave de tu aplicación registrada. Puedes cambiar la clave en Ajustes; la sesión sigue abierta.',
  },
  keyExpired: {
    title: 'Tu clave de {{network}} ha caducado',
    advice:
      'Genera una nueva en la página de tu aplicación en la red («Generate new API Key») e introdúcela en Ajustes. La sesión sigue abierta.',
  },
  badRequest: {
    title: '{{network}} rechazó una solicitud',
    advice: 'Si sigue ocurriendo, puede que la red haya cambiado: busca una versión más reciente de Askbell.',
  },
  siteRefused: {
    title: '{{network}} rechaza las solicitudes para {{site}}',
    advice: 'Si continúa, el sitio ya no debe de existir: elimina tus seguimientos allí ({{watches}}).',
  },
  serverFault: {
    title: '{{network}} tiene un problema',
    advice: 'El problema está de su lado. Askbell sigue intentándolo.',
  },
  badAnswer: {
    title: '{{network}} envió una respuesta que Askbell no puede leer',
    advice:
      'Puede que se interponga la página de acceso de la red de un hotel o de una oficina, o que la dirección sea incorrecta. Abre cualquier página web para comprobarlo; Askbell sigue intentándolo.',
  },
  unreadable: {
    title: 'Askbell no puede leer las listas de {{network}}',
    advice:
      'La red responde, pero Askbell no puede leer ningún elemento de una de sus listas, así que aquí pueden faltar novedades. Mientras tanto, mira en las páginas de la red y busca una versión más reciente de Askbell. Askbell sigue intentándolo.',
  },
  protection: {
    title: 'La protección contra bots de {{network}} bloquea Askbell',
    advice:
      'Ha tomado este equipo por un bot, quizá por otros programas en la misma dirección. No tienes que hacer nada: Askbell espera y después vuelve a intentarlo. Tu sesión sigue abierta.',
  },
  portal: {
    title: 'Ha respondido una página de inicio de sesión en lugar de {{network}}',
    advice:
      'Primero tienes que iniciar sesión en la red wifi o de la empresa. Abre cualquier página web para hacerlo y pulsa «Probar ahora»; si no, Askbell vuelve a intentarlo por sí solo. En Askbell tu sesión sigue abierta.',
  },
  clock: {
    behind: 'El reloj de este equipo va aproximadamente {{size}} atrasado',
    ahead: 'El reloj de este equipo va aproximadamente {{size}} adelantado',
    minutes: '{{count, plural(one: # minuto; other: # minutos)}}',
    hours: '{{count, plural(one: # hora; other: # horas)}}',
    days: '{{count, plural(one: # día; other: # días)}}',
    advice:
      'No te pierdes nada, pero los tiempos que se muestran no son correctos. Ajusta la fecha y la hora en la configuración del sistema.',
  },
  expired: {
    title: 'Tu sesión en {{network}} ha caducado',
    advice: 'Solo era válida durante un día. Vuelve a iniciar sesión; no se pierde nada.',
  },
  expires: {
    title: 'Tu sesión en {{network}} caduca dentro de {{time}}',
    advice: 'Solo es válida durante un día. Vuelve a iniciar sesión para seguir al día.',
  },
  signInFailed: 'No se pudo iniciar sesión',
  secretsNotKept: 'Tendrás que volver a iniciar sesión después de reiniciar',
  notificationsFail: {
    title: 'El sistema bloquea las notificaciones',
    advice:
      'Permite las notificaciones de Askbell en la configuración del sistema. Todo lo nuevo aparece en esta ventana.',
  },
  forwardingFails: {
    title: 'Algunas notificaciones no se pudieron reenviar',
    advice:
      'Se desistió después de un día. Ajustes → Reenvío dice por qué; una prueba que llegue pone fin a este aviso.',
  },
  diskFull: {
    title: 'El disco está lleno',
    advice:
      'Askbell sigue trabajando en memoria y guardará {{file}} en cuanto haya espacio: libera un poco. Lo que llegue ' +
      'hasta entonces se pierde si antes se apaga el equipo o Askbell, y quizá se te notifique otra vez.',
  },
  unwritable: {
    title: 'No se puede guardar el historial',
    advice:
      'Askbell sigue trabajando en memoria. Comprueba que se puede escribir en {{file}} y que su disco está conectado. ' +
      'Lo que llegue hasta entonces se pierde si antes se apaga el equipo o Askbell, y quizá se te notifique otra vez.',
  },
  settingsUnwritable: {
    title: 'No se pueden guardar los ajustes',
    advice: 'Askbell los conserva en memoria y sigue intentándolo. Comprueba que se puede escribir en {{file}}.',
  },
  moveToApplications: {
    title: '¿Mover Askbell a la carpeta Aplicaciones?',
    detail: 'Desde allí puede actualizarse e iniciarse cuando inicies sesión.',
    move: 'Mover',
  },
  update: {
    title: 'Ya está disponible Askbell {{version}}',
    self: 'Se ha descargado y se instalará cuando salgas de Askbell.',
    page: 'Descárgalo en {{page}}',
  },
  demoReset: {
    title: 'La red de demostración ha empezado de nuevo',
    advice:
      'Sus datos estaban dañados, así que allí todo es nuevo; quizá tengas que iniciar sesión otra vez. El archivo dañado se conserva: {{file}}.',
  },
  historyGone: {
    title: 'El historial se borró con Askbell en marcha',
    advice: 'Askbell lo ha escrito de nuevo: {{file}}. Para borrarlo, usa Ajustes → Cuentas y datos.',
    replaced: 'Askbell lo ha escrito de nuevo: {{file}}. Lo que estaba en su lugar se conserva: {{aside}}.',
  },
  historyMissing: {
    title: 'Faltaba el historial',
    advice:
      'Askbell ya se había usado aquí, pero no encontró ningún historial y ha empezado uno nuevo: ' +
      '{{file}}. Si tienes el archivo anterior, cierra Askbell y ponlo ahí.',
  },
  historyDamaged: {
    title: 'El historial estaba dañado',
    saved: 'Askbell lo ha recuperado entero en un archivo nuevo. El dañado se conserva: {{file}}.',
    savedInPart:
      'Askbell pudo leer y recuperar {{count, plural(one: # entrada; other: # entradas)}}. Las primeras novedades solo aparecen en la lista; después vuelves a recibir notificaciones. El archivo dañado se conserva: {{file}}.',
    lost: 'No se podía leer nada, así que Askbell ha empezado uno nuevo. El archivo dañado se conserva: {{file}}.',
  },
  settingsReset: {
    title: 'Algunos ajustes no se pudieron leer y se han restablecido',
    advice: 'Restablecidos: {{parts}}. Los valores anteriores están en el archivo de ajustes, en «rejected».',
  },
};

/** The current poll plan, with reasons. */
export const plan = {
  achievements: 'Logros en todos los sitios',
  scored: 'Puntuaciones en {{site}}',
  featured: 'Recompensas en {{site}}',
  history: 'Reputación anterior en {{site}}',
  badges: 'Medallas en {{site}}',
  questionsOn: 'Preguntas en {{site}}',
  waiting: 'La red pidió una pausa o tuvo un problema; las consultas se reanudan después.',
  quotaUsedUp: 'La cuota diaria se ha agotado; las consultas se reanudan cuando la red la renueva.',
  quotaUsedUpInbox: 'La cuota diaria se ha agotado; esto usa lo que está reservado para la bandeja de entrada.',
  unknown: 'Aún no se sabe nada al respecto.',
  asOftenAsAllowed: 'Con toda la frecuencia que la red permite: la cuota es suficiente.',
  busy: 'es una de sus horas de más actividad',
  calm: 'es una de sus horas más tranquilas',
  hinted: 'una conexión abierta avisa cuando hay novedades',
  pageFills: 'en ese tiempo se llena una página de 100',
  away: 'estás ausente',
  worthInbox: 'Elementos: unos {{items}} al día, y son lo más importante',
  worthReputation: 'Cambios: unos {{changes}} al día',
  worthQuestions: 'Coincidencias relevantes: cerca de {{matches}} al día',
  worthQuestionsAmong: 'Coincidencias relevantes: cerca de {{matches}} al día, de {{questions}} preguntas',
  worthSlow: 'Las puntuaciones y las recompensas cambian despacio',
  worthBadges: 'Las medallas nuevas son poco frecuentes',
};

/** Errors shown to the user, with a suggested action. */
export const errors = {
  nobody: { why: 'No has iniciado sesión.', advice: 'Inicia sesión primero.' },
  watchGone: { why: 'Este seguimiento ya no existe.', advice: 'Vuelve a añadirlo.' },
  watched: {
    why: 'Ya sigues {{watch}} en {{site}}.',
    advice: 'Cambia las condiciones o usa el seguimiento que ya tienes.',
  },
  emptyWatch: {
    why: 'El seguimiento no tiene condiciones.',
    advice: 'Introduce una etiqueta u otra condición. La etiqueta * coincide con cualquier pregunta.',
  },
  impossibleWatch: {
    why: 'Nada puede coincidir con este seguimiento: las etiquetas que excluye abarcan todas las que pide.',
    advice: 'Quita una etiqueta de una de las dos listas.',
  },
  noNetwork: { why: 'Aún no se ha elegido ninguna red.', advice: 'Elige una red primero.' },
  noClientId: {
    why: 'Esta copia de Askbell no está registrada en la red.',
    advice: 'Registra allí una aplicación e introduce su ID de cliente.',
  },
  noKey: {
    why: 'La clave de tu aplicación no está guardada en este equipo.',
    advice: 'Vuelve a elegir la red e introduce el ID de cliente y la clave.',
  },
  signInNotSaved: {
    why: 'No se pudo guardar tu inicio de sesión.',
    advice: 'Inicia sesión de nuevo; el registro contiene los detalles.',
  },
  noDialog: { why: 'No hay ningún inicio de sesión en curso.', advice: 'Empieza por iniciar sesión.' },
  noDemo: {
    why: 'No se pudo iniciar la red de demostración.',
    advice: 'Reinicia Askbell; el registro contiene los detalles.',
  },
  noSite: { why: 'Esta red no tiene ese sitio.', advice: 'Elige un sitio de la lista.' },
  notAWebAddress: {
    why: 'Askbell no abre esta dirección.',
    advice: 'Solo abre direcciones web sin nombre de usuario ni contraseña.',
  },
  itemGone: { why: 'Este elemento ya no existe.', advice: 'Espera a que se actualice la lista.' },
  noItem: { why: 'Ese elemento no existe.', advice: 'askbell inbox --all muestra los elementos con sus números.' },
  noQuestion: {
    why: 'Este elemento no pertenece a ninguna pregunta.',
    advice: 'Solo se pueden silenciar los elementos que pertenecen a una pregunta.',
  },
  snoozeOver: { why: 'Ese momento ya ha pasado.', advice: 'Elige uno futuro.' },
  snoozeTooLong: { why: 'Falta más de un año para ese momento.', advice: 'Elige un momento anterior.' },
  noSound: {
    why: 'Este sonido no se puede usar.',
    advice: 'Elige un archivo de audio corto, por ejemplo WAV, MP3 u OGG.',
  },
  longSound: { why: 'Este sonido es demasiado largo.', advice: 'Elige uno de diez segundos como máximo.' },
  soundNotKept: 'No se pudo guardar el sonido.',
  tooLate: {
    why: 'Eso ya no se puede deshacer.',
    advice: 'Ya se deshizo, o Askbell se ha reiniciado desde entonces.',
  },
  knowsNobody: {
    why: 'No tienes ninguna cuenta en esta red.',
    advice: 'Únete primero a uno de sus sitios y después vuelve a iniciar sesión.',
  },
  noAccount: { why: 'No tienes cuenta en este sitio.', advice: 'Elige otro sitio.' },
  forwardingSecret: {
    why: 'Falta la contraseña, la clave o el token, o tiene letras que no puede tener.',
    advice: 'Introdúcela; una dirección nueva la necesita otra vez.',
  },
  forwardingCommand: {
    why: 'La ventana no puede fijar un comando.',
    advice: 'Usa askbell forward exec en una terminal.',
  },
  forwardingKeyring: {
    why: 'La contraseña o la clave no se pudo guardar en el llavero.',
    advice: 'Desbloquea el llavero y vuelve a intentarlo.',
  },
  forwardingGone: { why: 'Este destino ya no existe.', advice: 'Vuelve a añadirlo.' },
  noNotification: 'El sistema bloqueó la notificación.',
  network: {
    advice: 'Vuelve a intentarlo dentro de un minuto.',
    offline: 'No se puede acceder a la red.',
    timeout: 'La red tarda demasiado en responder.',
    throttled: 'La red ha pedido a Askbell que vaya más despacio.',
    backoff: 'La red ha pedido una pausa.',
    'quota-exhausted': 'La cuota diaria se ha agotado.',
    'token-rejected': 'Se cerró tu sesión en la red.',
    'scope-missing': 'Al iniciar sesión no se dio acceso a esto.',
    'bad-key': 'La red no reconoce esta clave.',
    'bad-request': 'La red rechazó la solicitud.',
    'not-found': 'La red no encontró esto.',
    'server-fault': 'La red tiene un problema.',
    'bad-answer': 'La red envió una respuesta que Askbell no puede leer.',
    'blocked-by-protection': 'La protección contra bots de la red bloquea las solicitudes de este equipo.',
    'captive-portal': 'Ha respondido una página de inicio de sesión de esta red wifi o de la empresa.',
    cancelled: 'La solicitud se canceló.',
  },
};
