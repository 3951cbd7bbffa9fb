/** The room of the first steps: the cards for who has just signed in for the first time, each of them skippable. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { AppState } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { View } from '../../widgets/parts/view.tsx';
import { NotificationCard } from './notification-card.tsx';
import { TagsCard } from './tags-card.tsx';

/** The steps after the first one, which was signing in. */
const STEPS = ['tags', 'notification'] as const;
type Step = (typeof STEPS)[number];

/** The frame of a card: its place among the steps, its name, what it is for. It has the focus when it comes. */
function Card({ step, children }: { step: Step; children: ReactNode }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const number = STEPS.indexOf(step) + 2;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="first-steps" aria-labelledby="first-steps-title" data-form>
      <p
        className="first-steps--place"
        role="img"
        aria-label={words('firstSteps.place', { number, count: STEPS.length + 1 })}
        style={{ '--place': number } as CSSProperties}
      />
      <h2 id="first-steps-title" ref={heading} tabIndex={-1}>
        {words(`firstSteps.${step}.title`)}
      </h2>
      <p className="first-steps--about">{words(`firstSteps.${step}.about`)}</p>
      {children}
    </section>
  );
}

function Steps({ state, onDone }: { state: AppState; onDone: () => void }) {
  const words = useWords();
  const [at, setAt] = useState(0);
  const step = STEPS[at];
  if (step === undefined) return null;
  const next = () => (at + 1 < STEPS.length ? setAt(at + 1) : onDone());
  return (
    <View
      title={words('firstSteps.title')}
      actions={
        <button type="button" className="btn" onClick={onDone}>
          {words('firstSteps.skipAll')}
        </button>
      }
    >
      <Card key={step} step={step}>
        {step === 'tags' && <TagsCard onNext={next} />}
        {step === 'notification' && <NotificationCard state={state} onNext={next} />}
      </Card>
    </View>
  );
}

/** Leads whoever is new from the sign-in to the first watch; everybody else goes on to the inbox. */
export function FirstSteps({ state }: { state: AppState }) {
  const client = useClient();
  const queries = useQueryClient();
  const [, go] = useLocation();
  // Asked once: a watch made during the first steps does not end them.
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => client.firstSteps.get(undefined, { signal }),
    gcTime: 0,
  });
  const [wanted, setWanted] = useState<boolean>();
  if (data && wanted === undefined) setWanted(data.wanted);
  const finish = useAgentMutation((agent) => agent.firstSteps.finish());
  if (wanted === undefined) return null;
  if (!wanted) return <Redirect to="/inbox" replace />;
  const done = () => {
    finish.mutate();
    queries.removeQueries({ queryKey: ['first-steps'] });
    go('/inbox', { replace: true });
  };
  return <Steps state={state} onDone={done} />;
}
