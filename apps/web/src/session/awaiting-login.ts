import { create } from 'zustand';

/** Whether something goes on by itself once its user has logged in again; the login page says so, without loading what it is. */
export const useAwaitingLogin = create<{ readonly isUpload: boolean }>()(() => ({ isUpload: false }));
