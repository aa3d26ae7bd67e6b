import { type FormEvent, useState } from 'react';

/**
 * Sends a form: busy meanwhile, and with the words that were said against it. `send` answers those words, or undefined
 * when it went well.
 */
export function useSubmit(send: () => Promise<string | undefined>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(await send());
    setBusy(false);
  };
  return {
    isBusy,
    problem,
    submit,
    clearProblem: () => setProblem(undefined),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}
