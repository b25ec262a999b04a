import { app } from "../../i18n/ja/app.ts";
import { CloseButton } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { SelectableText } from "./SelectableText.tsx";

interface CopyByHandProps {
  label: string;
  value: string;
  onClose: () => void;
}

/** Where the browser does not let a page copy: the text, selected. */
export function CopyByHand({ label, value, onClose }: CopyByHandProps) {
  return (
    <DialogFrame
      size="small"
      title={app.copy.title(label)}
      onClose={onClose}
      actions={<CloseButton />}
    >
      <p>{app.copy.byHand}</p>
      <SelectableText label={label} value={value} />
    </DialogFrame>
  );
}
