import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { DictionaryRecord } from "./dictionaryRecord.ts";
import { DictionaryList } from "./list/DictionaryList.tsx";

/** Dictionaries in the staff area. Each screen loads when it is opened. */
export const dictionaries = {
  list: DictionaryList,
  create: lazyScreen(async () => (await import("./form/DictionaryCreate.tsx")).DictionaryCreate),
  edit: lazyScreen(async () => (await import("./form/DictionaryEdit.tsx")).DictionaryEdit),
  show: lazyScreen(async () => (await import("./detail/DictionaryShow.tsx")).DictionaryShow),
  icon: MenuBookIcon,
  recordRepresentation: (dictionary: DictionaryRecord) => dictionary.dictionaryName,
};
