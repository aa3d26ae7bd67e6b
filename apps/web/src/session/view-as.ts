import { type UserId, views } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { enterView, leaveView, viewMark } from '#api/portal/view-mark.ts';

/** Views the portal as another user in this tab, from the next page on. */
export async function viewAs(userId: number): Promise<void> {
  const { viewId } = await callApi(views.startView, { body: { userId: userId as UserId } });
  enterView(viewId);
}

/** Is oneself again, from the next page on. */
export async function endView(): Promise<void> {
  const viewId = viewMark();
  if (viewId !== undefined) await callApi(views.endView, { params: { viewId } });
  await leaveView();
}
