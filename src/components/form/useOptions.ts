import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Identifier } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { useComposing } from "./useComposing.ts";
import { useSettled } from "./useSettled.ts";

export interface ComboboxOption<Id extends Identifier = number> {
  id: Id;
  name: string;
  note?: string;
}

export interface Search<Option = ComboboxOption> {
  name: string;
  find: (text: string, signal: AbortSignal) => Promise<Option[]>;
}

/**
 * Loads options while the list is open, 300 ms after the last key, not during a composition. `list` is
 * for Autocomplete: the options as they are found, of which Enter chooses the first.
 */
export function useOptions<Option extends ComboboxOption<Identifier>>(
  search: Search<Option>,
  text: string,
) {
  const [open, setOpen] = useState(false);
  const { composing, handlers } = useComposing();
  const settled = useSettled(text.trim(), composing);
  const { data, isPending, isError } = useQuery({
    queryKey: [search.name, "options", settled],
    queryFn: ({ signal }) => search.find(settled, signal),
    enabled: open,
  });
  const waiting = isPending || composing || settled !== text.trim();
  const options: Option[] = waiting || !data ? NONE : data;
  const list = {
    options,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    autoHighlight: true,
    filterOptions: (all: Option[]) => all,
    getOptionLabel: (option: Option) => option.name,
    getOptionKey: (option: Option) => option.id,
  };
  return { options, list, close, message: messageOf(), composition: handlers };

  function messageOf(): string {
    if (isError && !waiting) return app.combobox.failed;
    if (waiting) return app.loading;
    if (options.length === 0) return app.combobox.none;
    return app.combobox.found(options.length);
  }
}

const NONE: never[] = [];
