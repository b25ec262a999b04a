import Button from "@mui/material/Button";
import { LinkBase, useTranslate } from "react-admin";
import type { DictionaryRecord } from "../dictionaryRecord.ts";

export function FitnessButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Button
      variant="outlined"
      color="secondary"
      component={LinkBase}
      to={`/dictionaries/${dictionary.dictionaryId}/fitness`}
    >
      {translate("resources.dictionaries.fitness.open")}
    </Button>
  );
}
