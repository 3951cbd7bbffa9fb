import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AppState, Settings, Sound } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation, useChangeSettings } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Select, Slider } from '../../widgets/choices.tsx';
import { useDebouncedCommit } from '../use-debounced-commit.ts';
import { decodeSound } from './decode-sound.ts';

const SYSTEM_SOUNDS: Sound[] = ['default', 'none'];
/** Those that Askbell plays, with a volume. */
const OWN_SOUNDS: Sound[] = ['bell', 'chime', 'knock', 'file'];

function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const { words, percent } = useLocale();
  const [shown, setShown] = useDebouncedCommit(volume, onChange);
  return (
    <Slider
      label={words('settings.notifications.volume')}
      value={shown}
      min={0}
      max={1}
      step={0.05}
      valueText={percent(shown)}
      onChange={setShown}
    />
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
        const advice = words('settings.ownSound.unreadableAdvice');
        announce({ kind: 'failed', message: words('settings.ownSound.unreadable'), advice });
      } else if ('tooLong' in decoded) {
        const message = words('settings.ownSound.tooLong', { seconds: number(Math.ceil(decoded.tooLong)) });
        announce({ kind: 'failed', message, advice: words('settings.ownSound.tooLongAdvice') });
      } else {
        await client.sound.choose({ name: file.name.slice(0, 200) || 'sound', wav: decoded.wav });
        announce({ kind: 'done', message: words('settings.ownSound.done') });
      }
    },
    { changes: 'settings' },
  );
}

/** The person's own sound: which it is, choosing another, and doing without. */
function OwnSound({ chosen }: { chosen: boolean }) {
  const { words, number } = useLocale();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery({
    // Under the key of the settings, so that both are renewed together.
    queryKey: ['settings', 'own-sound'],
    queryFn: ({ signal }) => client.sound.get(undefined, { signal }),
    refetchOnMount: 'always',
  });
  const choose = useChooseSound();
  const remove = useAgentMutation((agent) => agent.sound.remove(), { changes: 'settings' });
  const file = data?.file;
  return (
    <div className="settings--line">
      <p className={data?.missing === true ? 's-notice s-notice__warning' : 'hint'}>
        {data?.missing === true
          ? words('settings.ownSound.missing')
          : file && chosen
            ? words('settings.ownSound.chosen', { name: file.name, seconds: number(Number(file.seconds.toFixed(1))) })
            : words('settings.ownSound.hint')}
      </p>
      <div className="settings--buttons">
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm"
          disabled={choose.isPending}
          onClick={() => input.current?.click()}
        >
          {words('settings.ownSound.choose')}
        </button>
        {file && (
          <button type="button" className="s-btn s-btn__sm" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {words('settings.ownSound.remove')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="audio/*"
        hidden
        onChange={(event) => {
          const [from] = event.target.files ?? [];
          if (from) choose.mutate(from);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** How notifications sound: as the system's do, as one of Askbell's sounds, or as one of the person's own. */
export function SoundSetting({ state, settings }: { state: AppState; settings: Settings }) {
  const { words } = useLocale();
  const client = useClient();
  const change = useChangeSettings();
  const { data } = useQuery({
    queryKey: ['settings', 'own-sound'],
    queryFn: ({ signal }) => client.sound.get(undefined, { signal }),
  });
  const { sound } = settings;
  const { own, why } = state.abilities.sound;
  const hasFile = data?.file !== undefined || sound === 'file';
  const playable = OWN_SOUNDS.filter((one) => one !== 'file' || hasFile);
  const sounds = [...SYSTEM_SOUNDS, ...(own || OWN_SOUNDS.includes(sound) ? playable : [])];
  return (
    <>
      <Select
        label={words('settings.notifications.sound')}
        hint={why}
        value={sound}
        options={sounds.map((value) => ({ value, label: words(`settings.notifications.sounds.${value}`) }))}
        onChange={(value) => change.mutate({ sound: value })}
      />
      {own && OWN_SOUNDS.includes(sound) && (
        <Volume volume={settings.volume} onChange={(volume) => change.mutate({ volume })} />
      )}
      {own && <OwnSound chosen={sound === 'file'} />}
    </>
  );
}
