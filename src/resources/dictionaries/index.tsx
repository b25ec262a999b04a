import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { DictionaryRecord } from "./dictionaryRecord.ts";
import { DictionaryList } from "./list/DictionaryList.tsx";

const FitnessPage = lazyScreen(async () => (await import("./fitness/FitnessPage.tsx")).FitnessPage);
const EntriesPage = lazyScreen(async () => (await import("./entries/EntriesPage.tsx")).EntriesPage);
const ImportPage = lazyScreen(async () => (await import("./imports/ImportPage.tsx")).ImportPage);
const PreviewPage = lazyScreen(async () => (await import("./preview/PreviewPage.tsx")).PreviewPage);

/** Dictionaries in the staff area. Each screen loads when it is opened. */
export const dictionaries = {
  list: DictionaryList,
  create: lazyScreen(async () => (await import("./form/DictionaryCreate.tsx")).DictionaryCreate),
  edit: lazyScreen(async () => (await import("./form/DictionaryEdit.tsx")).DictionaryEdit),
  show: lazyScreen(async () => (await import("./detail/DictionaryShow.tsx")).DictionaryShow),
  icon: MenuBookIcon,
  children: (
    <>
      <Route path="preview" element={<PreviewPage />} />
      <Route path=":id/entries" element={<EntriesPage />} />
      <Route path=":id/import" element={<ImportPage />} />
      <Route path=":id/fitness" element={<FitnessPage />} />
    </>
  ),
  recordRepresentation: (dictionary: DictionaryRecord) => dictionary.dictionaryName,
};
