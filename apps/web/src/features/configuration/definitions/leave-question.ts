/** Asked before a panel closes over something typed. */
export const leaveQuestion = {
  title: 'Close without saving?',
  message: 'What you typed was not saved yet.',
  confirmLabel: 'Close',
  cancelLabel: 'Back',
};
