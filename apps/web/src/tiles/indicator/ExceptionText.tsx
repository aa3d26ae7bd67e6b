import { Component, type ReactNode } from 'react';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';

interface State {
  text: string | undefined;
}

/** An indicator that fails says why (spec 1 §2): it shows the exception's text in place of its value. */
export class ExceptionText extends Component<{ children: ReactNode }, State> {
  override state: State = { text: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { text: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { text } = this.state;
    return text === undefined ? this.props.children : <TileMessage>{text}</TileMessage>;
  }
}
