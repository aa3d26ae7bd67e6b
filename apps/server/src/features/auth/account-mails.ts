/** The mails of accounts. Names that users gave themselves are put on lines of their own, as they are: mails are plain text. */

const VALID =
  'It can be used once, within 60 minutes. If you did not ask for it, do nothing: your password stays as it is.';

export function resetMail(username: string, link: string) {
  return {
    subject: 'Set your Telltale password',
    text: `A link to set the password of this account was asked for:\n\n${username}\n\n${link}\n\n${VALID}\n`,
  };
}

export function passwordChangedMail(username: string) {
  return {
    subject: 'Your Telltale password was changed',
    text: `The password of this account was changed, and all its other sessions have ended:\n\n${username}\n\nIf this was not you, ask for a reset link at once and tell your administrator.\n`,
  };
}

export function registeredMail(username: string, portalUrl: string) {
  return {
    subject: 'Your Telltale account',
    text: `This account was registered:\n\n${username}\n\nAn administrator still needs to assign permissions to it. Then you can log in at\n\n${portalUrl}/login\n`,
  };
}
