/** Whether shortcuts are written and pressed with Cmd. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
