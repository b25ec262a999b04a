import type { ListSettings, View } from "../../../domain/views/schemas.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";

/** Takes over how a list opens, as the server has it now. */
export function showSettings(settings: ListSettings): void {
  const { lists = [], ...rest } = userProfile.get();
  const others = lists.filter(({ list }) => list !== settings.list);
  userProfile.set({ ...rest, lists: [...others, settings] });
}

/** Takes over a changed view where it is the default; a deleted one is no default any more. */
export function showView({ list, viewId }: View, after: View | null): void {
  const settings = userProfile.get().lists?.find((each) => each.list === list);
  if (settings?.view?.viewId === viewId) showSettings({ ...settings, view: after });
}
