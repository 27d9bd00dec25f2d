import BoldOutlined from '@ant-design/icons/BoldOutlined';
import ClearOutlined from '@ant-design/icons/ClearOutlined';
import ItalicOutlined from '@ant-design/icons/ItalicOutlined';
import LineOutlined from '@ant-design/icons/LineOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import OrderedListOutlined from '@ant-design/icons/OrderedListOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import StrikethroughOutlined from '@ant-design/icons/StrikethroughOutlined';
import UnderlineOutlined from '@ant-design/icons/UnderlineOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { type Editor, useEditorState } from '@tiptap/react';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Popover from 'antd/es/popover';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../i18n.ts';

interface Tool {
  readonly name: string;
  readonly label: Text;
  readonly icon: ReactNode;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
}

const mark = (name: string, label: Text, icon: ReactNode): Tool => ({
  name,
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});
const heading = (level: 2 | 3): Tool => ({
  name: `heading-${level}`,
  // Voice control uses the visible text of a button.
  label: level === 2 ? { zh: '大标题 H1', en: 'Heading H1' } : { zh: '小标题 H2', en: 'Subheading H2' },
  icon: <strong>H{level - 1}</strong>,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

/** Formats in groups, a line between each. */
const groups: readonly (readonly Tool[])[] = [
  [
    mark('bold', { zh: '加粗', en: 'Bold' }, <BoldOutlined aria-hidden />),
    mark('italic', { zh: '斜体', en: 'Italic' }, <ItalicOutlined aria-hidden />),
    mark('underline', { zh: '下划线', en: 'Underline' }, <UnderlineOutlined aria-hidden />),
    mark('strike', { zh: '删除线', en: 'Strike through' }, <StrikethroughOutlined aria-hidden />),
  ],
  [heading(2), heading(3)],
  [
    {
      name: 'bulletList',
      label: { zh: '无序列表', en: 'Bullet list' },
      icon: <UnorderedListOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'orderedList',
      label: { zh: '有序列表', en: 'Numbered list' },
      icon: <OrderedListOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      name: 'blockquote',
      label: { zh: '引用', en: 'Quote' },
      icon: <strong>❝</strong>,
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    {
      name: 'line',
      label: { zh: '分隔线', en: 'Line' },
      icon: <LineOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
];
const last: readonly Tool[] = [
  {
    name: 'clear',
    label: { zh: '清除格式', en: 'Clear formats' },
    icon: <ClearOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
  {
    name: 'undo',
    label: { zh: '撤销', en: 'Undo' },
    icon: <UndoOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  {
    name: 'redo',
    label: { zh: '重做', en: 'Redo' },
    icon: <RedoOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().redo().run(),
    isPossible: (editor) => editor.can().redo(),
  },
];

interface EditorToolsProps {
  readonly editor: Editor;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly accept: string;
  readonly onPictures: (files: readonly File[]) => void;
}

/** The toolbar of formats. It is redrawn only when one of its own states changes, not with every key. */
export function EditorTools({ editor, isBusy, isDisabled, accept, onPictures }: EditorToolsProps) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries(
        [...groups.flat(), ...last].map(({ name, isOn, isPossible }) => [
          name,
          isPossible ? isPossible(now) : (isOn?.(now) ?? false),
        ]),
      ),
  });
  const button = ({ name, label, icon, run, isOn, isPossible }: Tool) => (
    <Button
      key={name}
      type="text"
      size="small"
      icon={icon}
      title={t(label)}
      aria-label={t(label)}
      disabled={isDisabled || (isPossible !== undefined && !states[name])}
      {...(isOn ? { 'aria-pressed': states[name] ?? false } : {})}
      // Pressing a button must not take the focus and the selection from the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(editor)}
    />
  );
  return (
    <div className="kit-editor-tools" role="toolbar" aria-label={t({ zh: '格式', en: 'Formats' })}>
      {groups.map((tools) => (
        <Group key={tools[0]?.name}>{tools.map(button)}</Group>
      ))}
      <Group>
        <LinkTool editor={editor} isDisabled={isDisabled} />
        <Button
          type="text"
          size="small"
          icon={<PictureOutlined aria-hidden />}
          loading={isBusy}
          disabled={isDisabled}
          title={t({ zh: '插入图片', en: 'Picture' })}
          aria-label={t({ zh: '插入图片', en: 'Picture' })}
          onClick={() => chooser.current?.click()}
        />
      </Group>
      {last.map(button)}
      <input
        ref={chooser}
        type="file"
        // Stronger than the form library, which shows every file input of a form.
        style={{ display: 'none' }}
        multiple
        accept={accept}
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

const Group = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span className="kit-editor-gap" />
  </>
);

/** Makes the selection a link, or changes or removes the link at the cursor. */
function LinkTool({ editor, isDisabled }: { editor: Editor; isDisabled: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const label = t({ zh: '链接', en: 'Link' });
  const show = (open: boolean) => {
    if (open) setAddress(String(editor.getAttributes('link')['href'] ?? ''));
    setOpen(open);
  };
  const apply = () => {
    const typed = address.trim();
    const href = typed === '' || /^(https?:|mailto:|tel:)/i.test(typed) ? typed : `https://${typed}`;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    setOpen(false);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={show}
      trigger="click"
      destroyOnHidden
      content={
        <div className="kit-editor-link">
          <Input
            autoFocus
            value={address}
            placeholder="https://"
            aria-label={t({ zh: '链接地址', en: 'Address of the link' })}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              event.stopPropagation();
              apply();
            }}
          />
          <Button type="primary" onClick={apply}>
            {address.trim() === '' && isOn ? t({ zh: '移除', en: 'Remove' }) : t({ zh: '确定', en: 'OK' })}
          </Button>
        </div>
      }
    >
      <Button
        type="text"
        size="small"
        icon={<LinkOutlined aria-hidden />}
        title={label}
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
      />
    </Popover>
  );
}
