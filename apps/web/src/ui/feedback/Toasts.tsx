import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { closeToast, TOAST_MS, type Toast, useToastStore } from './toast.ts';
import classes from './toasts.module.css';

/** Shows what `toast()` says. Mounted once, by the shell. */
export function Toasts() {
  const toasts = useToastStore((store) => store.toasts);
  return (
    <div className={classes.area} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, kind, message } }: { toast: Toast }) {
  useEffect(() => {
    if (kind === 'error') return;
    const timer = setTimeout(() => closeToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div className={classes.toast} data-kind={kind}>
      {kind === 'error' ? <IconAlertTriangle size={18} aria-label="Error" /> : <IconCheck size={18} aria-hidden />}
      <span className={classes.message}>{message}</span>
      <CloseButton size="sm" aria-label="Close message" onClick={() => closeToast(id)} />
    </div>
  );
}
