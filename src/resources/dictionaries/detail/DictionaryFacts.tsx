import { useTranslate } from "react-admin";
import { formatDateTime } from "../../../../domain/dates.ts";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import styles from "../dictionaries.module.css";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

export function DictionaryFacts({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Facts>
      <Fact source="dictionaryName">{dictionary.dictionaryName}</Fact>
      <Fact source="category">{dictionary.category}</Fact>
      <Fact source="description" wide>
        <span className={styles.text}>
          {dictionary.description || translate("resources.dictionaries.detail.noDescription")}
        </span>
      </Fact>
    </Facts>
  );
}

export function RecordFacts({ dictionary }: { dictionary: DictionaryRecord }) {
  return (
    <Facts>
      <Fact source="dictionaryId">{dictionary.dictionaryId}</Fact>
      <Fact source="createdAt">{formatDateTime(dictionary.createdAt)}</Fact>
      <Fact source="updatedAt">{formatDateTime(dictionary.updatedAt)}</Fact>
    </Facts>
  );
}
