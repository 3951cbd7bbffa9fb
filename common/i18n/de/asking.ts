import type { asking as english } from '../en/asking.ts';

export const asking: typeof english = {
  trouble: {
    offline: 'Das Netzwerk ist nicht zu erreichen. Prüfe die Verbindung und frag dann noch einmal.',
    throttled: 'Das Netzwerk hat um eine Pause gebeten.',
    'quota-exhausted': 'Die Anfragen des Tages sind aufgebraucht. Es geht weiter, sobald das Netzwerk neu zählt.',
    'signed-out': 'Du bist abgemeldet. Melde dich wieder an und frag dann noch einmal.',
    'bad-key': 'Das Netzwerk kennt diesen Schlüssel nicht. Wähle das Netzwerk neu und gib Client-ID und Schlüssel ein.',
    'not-offered': 'Dieses Netzwerk verrät das nicht.',
    failed: 'Das Netzwerk hat nicht richtig geantwortet. Das liegt an ihm; frag später noch einmal.',
  },
  again: 'Noch einmal fragen',
  againIn: 'In {{wait}} kann wieder gefragt werden.',
  asking: 'Das Netzwerk wird gefragt …',
};
