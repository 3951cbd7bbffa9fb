import { IconAnswer, IconSpeechBubble, IconTags } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode, Ref } from 'react';
import logo from '../appearance/askbell.svg';
import { useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';

/** Invented notifications, newest first: kind, icon, age in minutes, and who or which tag. */
const SAMPLES = [
  { kind: 'answer', icon: IconAnswer, minutes: 0, of: { name: 'Wren Okafor' } },
  { kind: 'mention', icon: IconSpeechBubble, minutes: 2, of: { name: 'Mirel Quist' } },
  { kind: 'question', icon: IconTags, minutes: 8, of: { tag: 'sourdough' } },
] as const;

/** Notifications as they will come, drawn beside what one does here; only to be looked at. */
function Samples() {
  const words = useWords();
  return (
    <div className="welcome--samples" aria-hidden="true">
      {SAMPLES.map(({ kind, icon, minutes, of }) => (
        <div key={kind} className="sample">
          <span className={`sample--icon sample--icon__${kind}`}>
            <Icon svg={icon} />
          </span>
          <strong>{words(`welcome.samples.${kind}`, of)}</strong>
          <span className="sample--age">
            {minutes === 0 ? words('shortTime.now') : words('shortTime.ageMinutes', { count: minutes })}
          </span>
          <p>{words(`welcome.samples.${kind}Text`)}</p>
        </div>
      ))}
    </div>
  );
}

interface Props {
  title: string;
  /** The heading, which takes the focus when what is under it changes. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The page before anybody is signed in: what one does on the left, from 900 px on sample notifications beside it. */
export function WelcomeFrame({ title, heading, children }: Props) {
  return (
    <main className="welcome">
      <div className="welcome--halves">
        <div className="welcome--left">
          <img src={logo} alt="" width={48} height={48} />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
        <Samples />
      </div>
    </main>
  );
}
