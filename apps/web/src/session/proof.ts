import { create } from 'zustand';
import { whenProofIsNeeded } from '#api/client.ts';

interface ProofRequest {
  /** Whether the user has proved who they are; the calls that wait go on, or are given up. */
  answer: (isProved: boolean) => void;
  isProved: Promise<boolean>;
}

export const useProofStore = create<{ open: ProofRequest | undefined }>()(() => ({ open: undefined }));

/** Opens 'Confirm it is you', once for all calls that wait for it. */
function askForProof(): Promise<boolean> {
  const { open } = useProofStore.getState();
  if (open) return open.isProved;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isProved: boolean) => {
    useProofStore.setState({ open: undefined });
    resolve(isProved);
  };
  useProofStore.setState({ open: { answer, isProved: promise } });
  return promise;
}

// As the module is loaded: whoever makes a call as a user has the session, and with it this.
whenProofIsNeeded(askForProof);
