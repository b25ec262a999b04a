import { isViewedList, PAGE_SIZES } from "../../../domain/views/rules.ts";
import type { ListSettings } from "../../../domain/views/schemas.ts";
import type { ConsoleApi } from "../../providers/dataProvider.ts";
import { createWriter } from "../../writes/useWrite.ts";
import { showSettings } from "./ownLists.ts";

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
