import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { DictionaryRecord } from "./dictionaryRecord.ts";
import { DictionaryList } from "./list/DictionaryList.tsx";

const EntriesPage = lazyScreen(async () => (await import("./entries/EntriesPage.tsx")).EntriesPage);

/** Dictionaries in the staff area. Each screen loads when it is opened. */
export const dictionaries = {
  list: DictionaryList,
  create: lazyScreen(async () => (await import("./form/DictionaryCreate.tsx")).DictionaryCreate),
  edit: lazyScreen(async () => (await import("./form/DictionaryEdit.tsx")).DictionaryEdit),
  show: lazyScreen(async () => (await import("./detail/DictionaryShow.tsx")).DictionaryShow),
  icon: MenuBookIcon,
  children: <Route path=":id/entries" element={<EntriesPage />} />,
  recordRepresentation: (dictionary: DictionaryRecord) => dictionary.dictionaryName,
};
