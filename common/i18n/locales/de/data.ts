import type { data as english } from '../en/data.ts';

export const data: typeof english = {
  notJson: {
    title: 'Diese Datei kann nicht gelesen werden.',
    advice: 'Sie ist keine JSON-Datei. Wähle eine, die Askbell exportiert hat; ihr Name beginnt mit „askbell-“.',
  },
  notAskbell: {
    title: 'Diese Datei ist kein Export von Askbell.',
    advice: 'Wähle eine, die Askbell exportiert hat; ihr Name beginnt mit „askbell-“.',
  },
  newer: {
    title: 'Diese Datei stammt von einer neueren Version von Askbell.',
    advice: 'Aktualisiere Askbell und importiere die Datei dann noch einmal.',
  },
  broken: {
    title: 'Dieser Export ist beschädigt oder wurde verändert.',
    advice:
      'Nichts wurde importiert. Der Fehler steht bei „{{where}}“; exportiere die Daten am Ursprungsort noch einmal.',
  },
  tooLarge: {
    title: 'Diese Datei ist zu groß.',
    advice:
      'Askbell importiert bis zu {{megabytes, number}} MB. Exportiere die Daten dort noch einmal, wo sie herkommen.',
  },
  tooLong: {
    title: 'Diese Datei hat einen Eintrag, der zu lang ist.',
    advice:
      'Nichts wurde importiert. Der Eintrag steht bei „{{where}}“; exportiere die Daten am Ursprungsort noch einmal.',
  },
  tooMany: {
    title: 'Diese Datei hat zu viele Einträge.',
    advice:
      'Askbell importiert bis zu {{watches, number}} Beobachtungen und {{rows, number}} andere Einträge. Es wurde nichts importiert.',
  },
  noFolder: 'Der Protokollordner konnte nicht geöffnet werden.',
};
