import { create } from 'zustand';

export interface Toast {
  id: number;
  message: string;
  kind: 'info' | 'error';
}

/** How long a message stays; errors stay until they are closed. */
export const TOAST_MS = 5_000;

export const useToastStore = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a short message at the edge of the screen. Not for what must be answered: that is `confirm()`. */
export function toast(message: string, kind: Toast['kind'] = 'info'): void {
  lastId += 1;
  const added = { id: lastId, message, kind };
  // The same words twice say nothing new.
  useToastStore.setState(({ toasts }) => ({ toasts: [...toasts.filter((old) => old.message !== message), added] }));
}

export function closeToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
