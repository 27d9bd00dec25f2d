import CloseOutlined from '@ant-design/icons/CloseOutlined';
import RotateRightOutlined from '@ant-design/icons/RotateRightOutlined';
import ZoomInOutlined from '@ant-design/icons/ZoomInOutlined';
import ZoomOutOutlined from '@ant-design/icons/ZoomOutOutlined';
import Button from 'antd/es/button';
import Image from 'antd/es/image';
import { useState } from 'react';
import { useFocusBack } from '../focus-back.ts';
import { useText } from '../i18n.ts';
import { pictureName } from './picture-name.ts';

interface PicturePreviewProps {
  readonly addresses: readonly string[];
  /** Index of the first picture shown. */
  readonly start: number;
  readonly onClose: () => void;
}

/** Pictures over the whole screen, with zoom, rotation and arrow keys. */
export default function PicturePreview({ addresses, start, onClose }: PicturePreviewProps) {
  const t = useText();
  const [current, setCurrent] = useState(start);
  useFocusBack();
  return (
    <Image.PreviewGroup
      items={[...addresses]}
      // Dark enough for readable text over any picture.
      styles={{ popup: { mask: { background: 'rgb(0 0 0 / 85%)' } } }}
      preview={{
        open: true,
        current,
        alt: pictureName(t, current, addresses.length),
        closeIcon: (
          <span role="img" aria-label={t({ zh: '关闭', en: 'Close' })}>
            <CloseOutlined aria-hidden />
          </span>
        ),
        onChange: setCurrent,
        onOpenChange: (isOpen) => !isOpen && onClose(),
        actionsRender: (_node, { actions }) => (
          <div className="kit-tools">
            <Button
              icon={<ZoomOutOutlined aria-hidden />}
              aria-label={t({ zh: '缩小', en: 'Zoom out' })}
              onClick={actions.onZoomOut}
            />
            <Button
              icon={<ZoomInOutlined aria-hidden />}
              aria-label={t({ zh: '放大', en: 'Zoom in' })}
              onClick={actions.onZoomIn}
            />
            <Button
              icon={<RotateRightOutlined aria-hidden />}
              aria-label={t({ zh: '旋转', en: 'Rotate' })}
              onClick={actions.onRotateRight}
            />
          </div>
        ),
      }}
    />
  );
}
