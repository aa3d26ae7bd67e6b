import { create } from 'zustand';

export interface ConfirmRequest {
  /** The question, e.g. 'Are you sure you want to delete this tab?' */
  message: string;
  /** What it is about, word for word; long ones scroll. */
  detail?: string;
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  /** Shown as a destructive act. */
  isDestructive: boolean;
}

interface ConfirmState {
  open: (ConfirmRequest & { answer: (yes: boolean) => void }) | undefined;
}

export const useConfirmStore = create<ConfirmState>()(() => ({ open: undefined }));

/** Asks the user; resolves to the answer, false when the dialog is dismissed. One question at a time. */
export function confirm(request: Partial<ConfirmRequest> & Pick<ConfirmRequest, 'message'>): Promise<boolean> {
  useConfirmStore.getState().open?.answer(false);
  return new Promise((resolve) => {
    useConfirmStore.setState({
      open: {
        title: 'Please confirm',
        confirmLabel: 'OK',
        cancelLabel: 'Cancel',
        isDestructive: false,
        ...request,
        answer: (yes) => {
          useConfirmStore.setState({ open: undefined });
          resolve(yes);
        },
      },
    });
  });
}
