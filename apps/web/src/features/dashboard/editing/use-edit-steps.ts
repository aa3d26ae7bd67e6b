import { flushSync } from 'react-dom';
import { dashboardReducer, stepLabels } from '../model/dashboard-reducer.ts';
import { tabOfStep } from '../model/tab-of-step.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';

/** Undo and redo, each going to where it can be seen. */
export function useEditSteps(activeTabId: string | undefined) {
  const { state, dispatch } = useDashboard();
  const { setTab } = useDashboardAddress();

  function step(type: 'undo' | 'redo'): void {
    const tabId = tabOfStep(state.working, dashboardReducer(state, { type }).working, activeTabId);
    // At once: the address may only name a tab that is there.
    flushSync(() => dispatch({ type }));
    if (tabId !== undefined) setTab(tabId);
  }

  return { labels: stepLabels(state), undo: () => step('undo'), redo: () => step('redo') };
}
