/** The mails of accounts, which name the portal as its administrators do. What users named themselves stands on a line of its own: mails are plain text. */

const VALID =
  'It can be used once, within 60 minutes. If you did not ask for it, do nothing: your password stays as it is.';

export function resetMail(portalName: string, username: string, link: string) {
  return {
    subject: `Set your ${portalName} password`,
    text: `A link to set the password of this account was asked for:\n\n${username}\n\n${link}\n\n${VALID}\n`,
  };
}

export function passwordChangedMail(portalName: string, username: string) {
  return {
    subject: `Your ${portalName} password was changed`,
    text: `The password of this account was changed, and all its other sessions have ended:\n\n${username}\n\nIf this was not you, ask for a reset link at once and tell your administrator.\n`,
  };
}

export function registeredMail(portalName: string, username: string, portalUrl: string) {
  return {
    subject: `Your ${portalName} account`,
    text: `This account was registered:\n\n${username}\n\nAn administrator still needs to assign permissions to it. Then you can log in at\n\n${portalUrl}/login\n`,
  };
}

export function confirmAddressMail(portalName: string, username: string, link: string) {
  return {
    subject: `Confirm this address for ${portalName}`,
    text: `This address was named as the one for mails of this account:\n\n${username}\n\nConfirm it here:\n\n${link}\n\nThe link can be used once, within 24 hours. Until then nothing changes. If you do not know this account, do nothing.\n`,
  };
}

export function addressAskedMail(portalName: string, username: string, address: string) {
  return {
    subject: `Another address was named for your ${portalName} account`,
    text: `For this account\n\n${username}\n\nanother address for mails and reset links was named:\n\n${address}\n\nIt counts once it is confirmed from there. If this was not you, set a new password at once, which ends this, and tell your administrator.\n`,
  };
}

export function addressChangedMail(portalName: string, username: string, address: string) {
  const now = address === '' ? 'none beside the user name' : address;
  return {
    subject: `The address of your ${portalName} account has changed`,
    text: `Mails and reset links of this account\n\n${username}\n\nnow go to another address:\n\n${now}\n\nIf this was not you, tell your administrator at once.\n`,
  };
}
