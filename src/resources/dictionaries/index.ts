import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import { lazy } from "react";
import type { DictionaryRow } from "./dictionaryRow.ts";

/** Dictionaries in the staff area; each screen comes when it is opened. */
export const dictionaries = {
  list: lazy(async () => ({ default: (await import("./list/DictionaryList.tsx")).DictionaryList })),
  create: lazy(async () => ({
    default: (await import("./form/DictionaryCreate.tsx")).DictionaryCreate,
  })),
  edit: lazy(async () => ({ default: (await import("./form/DictionaryEdit.tsx")).DictionaryEdit })),
  show: lazy(async () => ({
    default: (await import("./detail/DictionaryShow.tsx")).DictionaryShow,
  })),
  icon: MenuBookIcon,
  recordRepresentation: (dictionary: DictionaryRow) => dictionary.dictionaryName,
};
