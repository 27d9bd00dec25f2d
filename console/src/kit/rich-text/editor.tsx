import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import Form from 'antd/es/form';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { showError, showWarning } from '../feedback.tsx';
import { problemOfFile } from '../file-check.ts';
import type { ControlProps } from '../form/control.ts';
import { translate, useText } from '../i18n.ts';
import { EditorTools } from './editor-tools.tsx';
import { pictureNode } from './picture-node.ts';
import type { RichTextOptions } from './rich-text-options.ts';
import './rich-text.css';

/** An editor with a toolbar. Pictures are added by button, paste or drop and uploaded at once. */
export default function Editor({
  id,
  value,
  onChange,
  onBlur,
  disabled = false,
  options,
  ...rest
}: ControlProps<string> & { options: RichTextOptions }) {
  const t = useText();
  const { status } = Form.Item.useStatus();
  const [uploads, setUploads] = useState(0);
  const extensions = useMemo(
    () => [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
      }),
      pictureNode(options.pictures),
    ],
    [options],
  );
  const insert = async (files: readonly File[], into: TiptapEditor) => {
    for (const file of files) {
      const problem = problemOfFile(file, options.accept, options.maxBytes);
      if (problem) {
        showWarning(translate(problem.words, problem.params));
        continue;
      }
      setUploads((count) => count + 1);
      try {
        const stored = await options.upload(file);
        const alt = file.name.replace(/\.\w+$/, '').slice(0, 255);
        into
          .chain()
          .focus()
          .insertContent({ type: 'image', attrs: { file: stored, alt } })
          .run();
      } catch (error) {
        showError(error, () => void insert([file], into));
      } finally {
        setUploads((count) => count - 1);
      }
    }
  };
  const take = (files: FileList | undefined | null): boolean => {
    const found = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (found.length === 0 || !editor) return false;
    void insert(found, editor);
    return true;
  };
  const tell = useEffectEvent((html: string | null) => onChange?.(html));
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editable: !disabled,
    onUpdate: ({ editor: changed }) => tell(changed.isEmpty ? null : changed.getHTML()),
    onBlur: () => onBlur?.(),
    editorProps: {
      attributes: {
        class: 'kit-rich kit-editor-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': rest['aria-label'] ?? t({ zh: '正文', en: 'Text' }),
        'data-placeholder': t({ zh: '在这里输入，图片可直接粘贴或拖入', en: 'Write here; paste or drop pictures' }),
        ...(id ? { id } : {}),
      },
      handlePaste: (_view, event) => take(event.clipboardData?.files),
      handleDrop: (_view, event) => take(event.dataTransfer?.files),
    },
  });

  // The form fills and clears its fields from outside; text just typed here returns unchanged.
  useEffect(() => {
    // The editor may have been destroyed while its code was loading; another one follows.
    if (!editor || editor.isDestroyed) return;
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if ((value ?? '') !== shown) editor.commands.setContent(value ?? '', { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  if (!editor) return null;
  return (
    <div className="kit-editor" data-disabled={disabled || undefined} data-status={status}>
      <EditorTools
        editor={editor}
        isBusy={uploads > 0}
        isDisabled={disabled}
        accept={options.accept}
        onPictures={(files) => void insert(files, editor)}
      />
      <EditorContent editor={editor} />
    </div>
  );
}
