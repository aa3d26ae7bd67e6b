import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ownAccount } from '@telltale/contract';
import { proofQuery } from '#api/account-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useProofStore } from '#session/proof.ts';
import classes from '../login.module.css';
import { PasswordProof } from './PasswordProof.tsx';
import { ProviderProof } from './ProviderProof.tsx';

/** 'Confirm it is you': what leads to an account asks for it once a login is older than ten minutes. */
export function ProofDialog() {
  const open = useProofStore((store) => store.open);
  return (
    <Modal opened={open !== undefined} onClose={() => open?.answer(false)} title="Confirm it is you" size="sm">
      {open ? <Proof onProved={() => open.answer(true)} /> : null}
    </Modal>
  );
}

function Proof({ onProved }: { onProved: () => void }) {
  const proof = useQuery(proofQuery);
  if (proof.data === undefined) {
    return <Pending query={proof} label="Loading" failure="This could not be loaded." rows={2} rowHeight={44} />;
  }
  return (
    <div className={classes.form}>
      <p className={classes.lead}>This leads to your account, and you logged in more than ten minutes ago.</p>
      {waysOf(proof.data, onProved)}
    </div>
  );
}

function waysOf({ password, secondFactor, externalLogin }: ownAccount.ProofState, onProved: () => void) {
  if (!password && !externalLogin) {
    return <p className={classes.lead}>Your account has no password. Set one with a reset link, and log in with it.</p>;
  }
  return (
    <>
      {password ? <PasswordProof wantsCode={secondFactor} onProved={onProved} /> : null}
      {externalLogin ? <ProviderProof /> : null}
    </>
  );
}
