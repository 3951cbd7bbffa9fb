/** Why a request that the user triggered failed, with advice. */
export const clickRequest = {
  trouble: {
    offline: 'No se puede acceder a la red. Comprueba tu conexión y vuelve a intentarlo.',
    throttled: 'La red ha pedido una pausa.',
    'quota-exhausted': 'La cuota diaria se ha agotado. Askbell continúa cuando la red la renueva.',
    'signed-out': 'Tu sesión está cerrada. Inicia sesión y vuelve a intentarlo.',
    'bad-key': 'La red no reconoce esta clave. Vuelve a elegir la red e introduce el ID de cliente y la clave.',
    'not-offered': 'Esta red no ofrece eso.',
    failed: 'La respuesta de la red no tiene sentido. El problema está de su lado; vuelve a intentarlo más tarde.',
    blocked:
      'La protección contra bots de la red bloquea las solicitudes de este equipo durante un tiempo. Inténtalo más tarde.',
    portal:
      'Ha respondido una página de inicio de sesión de esta red wifi o de la empresa. Inicia sesión en ella e inténtalo de nuevo.',
  },
  said: 'La red dice: «{{said}}».',
  retry: 'Reintentar',
  retryIn: 'Puedes volver a intentarlo en {{wait}}.',
  loading: 'Consultando a la red…',
};
