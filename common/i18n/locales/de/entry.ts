/** Headless entry: texts of its server and of `askbell open`. */
export const entry = {
  refused: {
    title: 'Askbell kennt diesen Browser nicht',
    act: 'Gib das in einem Terminal ein. Es öffnet Askbell hier:',
    others: 'Oder klicke auf das Askbell-Symbol im Infobereich, oder starte Askbell noch einmal.',
    stays: 'Ein Browser, der eingelassen wurde, bleibt drin, bis Askbell endet.',
  },
  notFound: { title: 'Hier ist nichts', act: 'Zur Startseite von Askbell' },
  unanswered: {
    title: 'Askbell kann sein Fenster nicht zeigen',
    act: 'Vermutlich wurde es aktualisiert, während es lief. Beende Askbell und starte es neu.',
  },
  command: {
    opened: 'Askbell öffnet sich in deinem Browser.',
  },
};
