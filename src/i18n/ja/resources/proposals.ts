import { proposalLabels } from "../../../../domain/proposals/fields.ts";

export const proposals = {
  name: "自分の提案",
  add: "単語を提案",
  fields: {
    ...proposalLabels,
    proposalId: "提案ID",
    dictionaryId: "辞書",
    proposerName: "提案者",
    createdAt: "提案日時",
    updatedAt: "更新日時",
  },
} as const;
