export function workspaceHasDictionaries(names: readonly string[] = []): string {
  const named = names.map((name) => `「${name}」`).join("");
  return `このワークスペースを対象とする辞書${named}があるため、削除できません。辞書の対象ワークスペースを変更してください。`;
}

export const lastWorkspaceSentence =
  "最後のワークスペースは削除できません。別のワークスペースを追加すると、削除できます。";

/** Stands for the name of a workspace that its reader cannot see. */
export const unseenWorkspaceName = "表示できないワークスペース";
