import { FormRow } from "./FormLayout.tsx";
import { KanaInput } from "./KanaInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { useReadingFill } from "./useReadingFill.ts";

interface ReadOnly {
  disabled: true;
  description: string;
}

interface NameInputsProps {
  /** The field of the name; that of its reading is the same with `Kana`. */
  source: string;
  readOnly?: ReadOnly | undefined;
}

/** A required name and its reading, which fills itself in while the name is typed. */
export function NameInputs({ source, readOnly }: NameInputsProps) {
  const kanaSource = `${source}Kana`;
  const fill = useReadingFill(kanaSource);
  return (
    <FormRow>
      <TextInput source={source} required {...fill} {...readOnly} />
      <KanaInput source={kanaSource} {...readOnly} />
    </FormRow>
  );
}
