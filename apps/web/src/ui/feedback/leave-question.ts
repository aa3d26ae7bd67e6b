/** Asked before something takes the place of a form in which something was typed. */
export const leaveQuestion = {
  title: 'Leave without saving?',
  message: 'What you typed was not saved yet.',
  confirmLabel: 'Leave',
  cancelLabel: 'Back',
};
