import type { clickRequest as english } from '../en/click-request.ts';

export const clickRequest: typeof english = {
  trouble: {
    offline: 'Das Netzwerk ist nicht zu erreichen. Prüfe die Verbindung und versuche es dann noch einmal.',
    throttled: 'Das Netzwerk hat um eine Pause gebeten.',
    'quota-exhausted': 'Das Tageskontingent ist aufgebraucht. Askbell macht weiter, sobald das Netzwerk es erneuert.',
    'signed-out': 'Du bist abgemeldet. Melde dich an und versuche es dann noch einmal.',
    'bad-key': 'Das Netzwerk kennt diesen Schlüssel nicht. Wähle das Netzwerk neu und gib Client-ID und Schlüssel ein.',
    'not-offered': 'Dieses Netzwerk bietet das nicht an.',
    failed: 'Das Netzwerk hat eine unsinnige Antwort gegeben. Das Problem liegt dort; versuche es später noch einmal.',
    blocked:
      'Der Bot-Schutz des Netzwerks sperrt Anfragen dieses Computers eine Zeit lang. Versuche es später noch einmal.',
    portal:
      'Eine Anmeldeseite dieses WLANs oder Firmennetzes hat geantwortet. Melde dich dort an und versuche es dann noch einmal.',
  },
  said: 'Das Netzwerk sagt: „{{said}}“.',
  retry: 'Noch einmal versuchen',
  retryIn: 'Du kannst es in {{wait}} noch einmal versuchen.',
  loading: 'Das Netzwerk wird gefragt …',
};
