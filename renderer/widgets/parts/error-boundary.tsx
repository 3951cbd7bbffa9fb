import { Component, type ReactNode } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { FailureNotice } from './failure-notice.tsx';

function ErrorNotice({ again }: { again: () => void }) {
  const words = useWords();
  return <FailureNotice message={words('failures.view')} advice={words('failures.viewAdvice')} again={again} />;
}

/**
 * Keeps a fault of one view from taking the whole window away. A key for each view resets it when another is opened.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state: { failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    // A reload brings a view that could not be fetched: it was built anew, or Askbell was restarted.
    return this.state.failed ? <ErrorNotice again={() => window.location.reload()} /> : this.props.children;
  }
}
