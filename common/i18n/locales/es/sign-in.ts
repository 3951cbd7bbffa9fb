/** Results of a sign-in. */
export const signIn = {
  declined: 'El inicio de sesión se rechazó, así que Askbell no tiene acceso.',
  error: 'Código de error: {{error}}.',
  anotherSignIn: 'Eso pertenece a otro inicio de sesión. Empieza de nuevo y usa la página que se abra.',
  endedElsewhere: 'El inicio de sesión terminó en una página equivocada. Vuelve a intentarlo.',
  checkKey: 'Comprueba el ID de cliente y la clave.',
  checkAddress: 'Comprueba la dirección de la API y la conexión, y vuelve a finalizar el inicio de sesión.',
  checkSignInAddress: 'Comprueba la conexión y las direcciones de la red, y vuelve a intentarlo.',
  tryAgain: 'Intenta iniciar sesión otra vez.',
  windowAt: 'Iniciar sesión en {{host}}',
  /** Shown if the network provides no name. */
  you: 'Tú',
  notLoaded: 'La página de acceso no se carga. Comprueba la conexión y las direcciones de la red.',
  noPort: 'En este equipo no había ningún puerto libre al que pudiera volver tu navegador.',
  timedOut: 'El navegador no volvió en cinco minutos. Empieza de nuevo o inicia sesión de otra manera.',
  /** Final page in the browser. */
  page: {
    done: { title: 'Puedes cerrar esta pestaña', text: 'Askbell continúa por sí solo.' },
    failed: {
      title: 'Askbell no recibió acceso',
      text: 'Puedes cerrar esta pestaña y volver a intentarlo en Askbell.',
    },
  },
  problems: {
    unusableToken: 'El inicio de sesión terminó sin un token utilizable. Intenta iniciar sesión otra vez.',
    notCompleted: 'La red no completó el inicio de sesión. Comprueba el ID de cliente y vuelve a intentarlo.',
    notExchanged: 'La red no dio acceso con su código. Empieza de nuevo o inicia sesión de otra manera.',
    code: 'La red envió un código y no un token. Marca «Implicit» en el registro de tu aplicación.',
    notTheEnd: 'El inicio de sesión no termina ahí. Permite el acceso y copia después la dirección completa.',
    nothingPasted: 'No se ha pegado nada. Pega la dirección completa de la última página.',
    noCode: 'Lo pegado no contiene ningún código. Pega la dirección completa, con todo lo que sigue al «?».',
    noToken: 'Lo pegado no contiene ningún token. Pega la dirección completa, con todo lo que sigue al #.',
  },
};

/** Results of a sign-out. */
export const signOut = {
  notSignedIn: 'No has iniciado sesión allí.',
  notSignedInAdvice: 'No hay nada que hacer.',
  noToken: 'Aquí ya no quedaba ningún token que revocar en {{network}}.',
  cannotRevoke: '{{network}} no ofrece ninguna forma de revocar un token.',
  revokeFailed: 'No se pudo pedir a {{network}} que revocara el token.',
  revokeYourself: 'Revoca tú el acceso de Askbell, en la página de aplicaciones autorizadas de la red.',
};
