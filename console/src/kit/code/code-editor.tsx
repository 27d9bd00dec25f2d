import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ControlProps } from '../form/control.ts';
import { type Translate, useText } from '../i18n.ts';
import './code-editor.css';

export interface CodeEditorProps extends ControlProps<string> {
  /** `program`: TypeScript and SQL, their comments, texts and keywords; `patch`: the difference of two files. */
  readonly language: 'json' | 'text' | 'program' | 'patch';
  /** To be read, folded and searched, not changed. */
  readonly isReadOnly?: boolean;
}

/** Code with its lines numbered and its parts folded. Tab leaves it, as it leaves every other box of a form. */
export default function CodeEditor(props: CodeEditorProps) {
  const { id, value, disabled = false, isReadOnly = false, language } = props;
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const tell = useEffectEvent((text: string) => props.onChange?.(text));
  const leave = useEffectEvent(() => props.onBlur?.());
  const label = props['aria-label'];
  const start = useEffectEvent((parent: HTMLElement) => {
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: value ?? '',
        extensions: [
          language === 'json' ? [json(), ...(isReadOnly ? [] : [jsonProblems(t)])] : [],
          language === 'program' || language === 'patch' ? streams[language] : [],
          isReadOnly ? [] : [history(), indentOnInput(), bracketMatching()],
          lineNumbers(),
          foldGutter(),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
          EditorView.lineWrapping,
          syntaxHighlighting(colours),
          EditorState.phrases.of(phrases(t)),
          EditorView.contentAttributes.of({
            ...(id ? { id } : {}),
            ...nameOf(id, label ?? t({ zh: '代码', en: 'Code' })),
            // A text that cannot be changed is still reached, to be folded and copied.
            ...(isReadOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}),
          }),
          editing.of(canEdit(!disabled && !isReadOnly)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside)))
              tell(update.state.doc.toString());
            if (update.focusChanged && !update.view.hasFocus) leave();
          }),
        ],
      }),
    });
    view.current = made;
    return made;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language needs another editor
  useEffect(() => {
    if (!host.current) return;
    const made = start(host.current);
    return () => made.destroy();
  }, [language, isReadOnly, t]);
  useEffect(() => {
    const { current } = view;
    const text = value ?? '';
    if (current && current.state.doc.toString() !== text)
      current.dispatch({
        changes: { from: 0, to: current.state.doc.length, insert: text },
        annotations: fromOutside.of(true),
      });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: editing.reconfigure(canEdit(!disabled && !isReadOnly)) });
  }, [disabled, isReadOnly]);
  return <div ref={host} className="kit-code" data-disabled={disabled || undefined} />;
}

/** Marks changes that came from the form, which need no report back to it. */
const fromOutside = Annotation.define<true>();
const editing = new Compartment();
const canEdit = (is: boolean): Extension => [EditorState.readOnly.of(!is), EditorView.editable.of(is)];

/** A label works for inputs only; an editor takes its name from it. */
function nameOf(id: string | undefined, fallback: string): Record<string, string> {
  const label = id === undefined ? null : document.querySelector(`label[for="${CSS.escape(id)}"]`);
  if (!label) return { 'aria-label': fallback };
  label.id ||= `${id}-label`;
  return { 'aria-labelledby': label.id };
}

const jsonProblems = (t: Translate): Extension => {
  const find = jsonParseLinter();
  return linter((view) =>
    view.state.doc.length === 0
      ? []
      : find(view).map((problem) => ({ ...problem, message: t({ zh: 'JSON 格式有误', en: 'Not valid JSON' }) })),
  );
};

const phrases = (t: Translate): Record<string, string> => ({
  'Fold line': t({ zh: '折叠', en: 'Fold' }),
  'Unfold line': t({ zh: '展开', en: 'Unfold' }),
  'Folded lines': t({ zh: '已折叠', en: 'Folded lines' }),
  'Unfolded lines': t({ zh: '已展开', en: 'Unfolded lines' }),
  'folded code': t({ zh: '已折叠的内容', en: 'folded code' }),
  unfold: t({ zh: '展开', en: 'unfold' }),
  to: t({ zh: '至', en: 'to' }),
});

const KEYWORDS =
  /^(import|export|from|const|default|type|return|async|await|function|create|table|unique|index|on|not|null|check|between|and|in|is|where|comment|using|like|including|defaults|generated|always|as|identity|primary|key)\b/;

/** Small readers of lines, in the place of whole grammars, which weigh as much as a screen. */
const streams = {
  program: StreamLanguage.define({
    token: (stream) => {
      if (stream.match(/^(\/\/|--|\/\*\*? | \* ).*/)) return 'comment';
      if (stream.match(/^'([^'\\]|\\.)*'/) || stream.match(/^`[^`]*`/)) return 'string';
      if (stream.match(/^\d[\d_.]*\b/)) return 'number';
      if (stream.match(KEYWORDS)) return 'keyword';
      if (stream.match(/^\w+(?=\??:)/)) return 'propertyName';
      if (!stream.match(/^\w+/)) stream.next();
      return null;
    },
  }),
  patch: StreamLanguage.define({
    token: (stream) => {
      const first = stream.peek();
      stream.skipToEnd();
      return first === '+' ? 'inserted' : first === '-' ? 'deleted' : first === '@' ? 'comment' : null;
    },
  }),
};

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--kit-code-name)' },
  { tag: tags.string, color: 'var(--kit-code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--kit-code-value)' },
  { tag: tags.comment, color: 'var(--ant-color-text-secondary)', fontStyle: 'italic' },
  { tag: tags.inserted, color: 'var(--ant-color-success-text)' },
  { tag: tags.deleted, color: 'var(--ant-color-error-text)' },
]);
