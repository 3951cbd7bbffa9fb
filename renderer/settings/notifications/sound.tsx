import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AppState, Settings, Sound } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { IconButton } from '../../widgets/icon.tsx';
import { FileButton } from '../../widgets/parts/file-button.tsx';
import { Row } from '../setting-row.tsx';
import { decodeSound } from './decode-sound.ts';

const SYSTEM_SOUNDS: Sound[] = ['default', 'none'];
/** Those that Askbell plays, with a volume. */
const OWN_SOUNDS: Sound[] = ['bell', 'chime', 'knock', 'file'];

/** The volume of Askbell's own sounds; kept once the slider is let go. */
function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const { words, percent } = useLocale();
  const id = useId();
  const [moved, setMoved] = useState<number>();
  const shown = moved ?? volume;
  const keep = () => {
    if (moved !== undefined) onChange(moved);
    setMoved(undefined);
  };
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {words('settings.notifications.volume')}
      </label>
      <input
        id={id}
        type="range"
        className="settings--volume"
        title={percent(shown)}
        max={1}
        step={0.05}
        value={shown}
        aria-valuetext={percent(shown)}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={keep}
        onKeyUp={keep}
        onBlur={keep}
      />
    </>
  );
}

/** Reads a file that the person chose and has it kept; says what is wrong with one that is no sound. */
function useChooseSound() {
  const { words, number } = useLocale();
  const announce = useAnnounce();
  return useAgentMutation(
    async (client, file: File) => {
      const decoded = await decodeSound(file);
      if (decoded === 'unreadable') {
        const advice = words('settings.ownSound.hint');
        announce({ kind: 'failed', message: words('settings.ownSound.unreadable'), advice });
      } else if ('tooLong' in decoded) {
        const message = words('settings.ownSound.tooLong', { seconds: number(Math.ceil(decoded.tooLong)) });
        announce({ kind: 'failed', message, advice: words('settings.ownSound.hint') });
      } else {
        await client.sound.choose({ name: file.name.slice(0, 200) || 'sound', wav: decoded.wav });
        announce({ kind: 'done', message: words('settings.ownSound.done') });
      }
    },
    { changes: 'settings' },
  );
}

/** Chooses a file for a sound of one's own, and does without it again. */
function OwnSound({ hasFile }: { hasFile: boolean }) {
  const words = useLocale().words;
  const choose = useChooseSound();
  const remove = useAgentMutation((agent) => agent.sound.remove(), { changes: 'settings' });
  return (
    <>
      <FileButton
        className="btn btn__line"
        accept="audio/*"
        disabled={choose.isPending}
        onChoose={(file) => choose.mutate(file)}
      >
        {words('settings.ownSound.choose')}
      </FileButton>
      {hasFile && (
        <IconButton
          label={words('settings.ownSound.remove')}
          icon={IconClear}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </>
  );
}

/** How notifications sound: as the system's do, as one of Askbell's sounds, or as one of the person's own. */
export function SoundSetting({ state, settings: { sound, volume } }: { state: AppState; settings: Settings }) {
  const { words, number } = useLocale();
  const client = useClient();
  const change = useChangeSettings();
  const { data } = useQuery({
    // Under the key of the settings, so that both are renewed together.
    queryKey: ['settings', 'own-sound'],
    queryFn: ({ signal }) => client.sound.get(undefined, { signal }),
    refetchOnMount: 'always',
  });
  const { own, why } = state.abilities.sound;
  const { file, missing } = data ?? {};
  const isOwn = OWN_SOUNDS.includes(sound);
  const playable = OWN_SOUNDS.filter((one) => one !== 'file' || file !== undefined || sound === 'file');
  const sounds = [...SYSTEM_SOUNDS, ...(own || isOwn ? playable : [])];
  const hint =
    why ??
    (missing === true
      ? words('settings.ownSound.missing')
      : file && sound === 'file'
        ? words('settings.ownSound.chosen', { name: file.name, seconds: number(Number(file.seconds.toFixed(1))) })
        : undefined);
  return (
    <Row label={words('watches.alerts.sound')} hint={hint}>
      {own && isOwn && <Volume volume={volume} onChange={(to) => change.mutate({ volume: to })} />}
      <select
        aria-label={words('watches.alerts.sound')}
        value={sound}
        onChange={(event) => {
          const chosen = sounds.find((one) => one === event.target.value);
          if (chosen) change.mutate({ sound: chosen });
        }}
      >
        {sounds.map((one) => (
          <option key={one} value={one}>
            {words(`settings.notifications.sounds.${one}`)}
          </option>
        ))}
      </select>
      {own && <OwnSound hasFile={file !== undefined} />}
    </Row>
  );
}
