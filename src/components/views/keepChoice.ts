import { isViewedList, PAGE_SIZES } from "../../../domain/views/rules.ts";
import type { ListSettings, View } from "../../../domain/views/schemas.ts";
import type { ConsoleApi } from "../../providers/dataProvider.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { createWriter } from "../../writes/useWrite.ts";

/** One after the other, so that the last choice is the one that stays. */
let writes: Promise<unknown> = Promise.resolve();

function inTurn(send: () => Promise<ListSettings>): Promise<void> {
  const write = writes.then(async () => showSettings(await send()));
  writes = write.catch(() => {});
  return write;
}

type OfList<Choice> = Choice & { list: string | undefined };

/** Remembers the rows per page of a list for the person; other tables forget them. */
export function keepSize(
  api: ConsoleApi,
  { list, size: chosen }: OfList<{ size: number }>,
): Promise<void> {
  const size = PAGE_SIZES.find((each) => each === chosen);
  if (size === undefined || !isViewedList(list)) return Promise.resolve();
  return inTurn(() => createWriter(api, "PUT /views/size")({ body: { list, size } }));
}

/** Remembers the columns of a list for the person; null for all. */
export function keepColumns(
  api: ConsoleApi,
  { list, columns }: OfList<{ columns: string[] | null }>,
): Promise<void> {
  if (!isViewedList(list)) return Promise.resolve();
  return inTurn(() => createWriter(api, "PUT /views/columns")({ body: { list, columns } }));
}

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
