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
    title: 'Diese Datei stammt von einem neueren Askbell.',
    advice: 'Aktualisiere Askbell hier und importiere sie dann noch einmal.',
  },
  broken: {
    title: 'Dieser Export ist beschädigt oder wurde verändert.',
    advice: 'Nichts wurde übernommen. Der Fehler steht bei „{{where}}“; exportiere dort noch einmal, wo er herkam.',
  },
  noFolder: 'Der Ordner mit den Protokollen konnte nicht geöffnet werden.',
};
