comment on view file_use is 'Where stored files are used';
